// expect: race
//--blockDim=64 --gridDim=1 --strict-overflow
// What is computed before the barrier may wrap around: it is negative in the end.
__global__ void k(int *a, unsigned n) {
  int i = 1;
  for (unsigned r = 0; r < n; r++)
    i = i * 3 + 1;
  __syncthreads();
  if (i < 0)
    a[0] = threadIdx.x; /*@race*/
}
