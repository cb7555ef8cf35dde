// expect: verified
//--blockDim=64 --gridDim=1
// A variable that every round makes larger is positive behind the barrier, if it does not overflow.
__global__ void k(int *a, unsigned n) {
  int i = 1;
  for (unsigned r = 0; r < n; r++)
    i = i * 3 + 1;
  __syncthreads();
  if (i < 0)
    a[0] = threadIdx.x;
}
