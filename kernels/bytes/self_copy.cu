// expect: verified
//--local_size=8 --num_groups=1
// An element is copied to its neighbour in the same array, and found there.
struct Block {
  int a[100];
};

__global__ void self_copy(Block *p, int *o) {
  int t = threadIdx.x;
  Block *q = p + 2 * t;
  q[0].a[1] = 5;
  q[1] = q[0];
  if (q[1].a[1] != 5)
    o[0] = t;
}
