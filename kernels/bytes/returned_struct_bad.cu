// expect: race
//--local_size=8 --num_groups=1
// Storing what a function returns writes the padding, too.
struct Item {
  char c;
  int i;
};

__device__ Item make(int t) {
  Item s;
  s.c = 1;
  s.i = t;
  return s;
}

__global__ void returned_struct(Item *p) {
  int t = threadIdx.x;
  if (t == 0)
    p[0] = make(t);
  if (t == 1)
    ((unsigned char *)p)[2] = 1;
}
