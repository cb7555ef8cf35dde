// expect: verified
//--blockDim=64 --gridDim=1
// Powers of ten are never zero, if they do not overflow.
__global__ void k(int *a, unsigned n) {
  int v = 1;
  for (unsigned r = 0; r < n; r++)
    v *= 10;
  __syncthreads();
  if (v == 0)
    a[0] = threadIdx.x;
}
