// expect: verified
//--blockDim=64 --gridDim=1
// A small number that stands for no pointer, and is asked for in front of the access.
__global__ void pointer_small(int *a, int *b, int c) {
  int *p = c == 1 ? a : c == 2 ? b : (int *)16;
  if (p != (int *)16)
    p[threadIdx.x] = 1;
}
