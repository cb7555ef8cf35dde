// expect: race
//--local_size=8 --num_groups=1
// The element copied to is the next thread's.
struct Block {
  int a[100];
};

__global__ void self_copy(Block *p, int *o) {
  int t = threadIdx.x;
  Block *q = p + t;
  q[0].a[1] = 5;
  q[1] = q[0];
  if (q[1].a[1] != 5)
    o[0] = t;
}
