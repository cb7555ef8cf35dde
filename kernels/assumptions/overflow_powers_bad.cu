// expect: race
//--blockDim=64 --gridDim=1 --strict-overflow
// 10^32 is zero modulo 2^32.
__global__ void k(int *a, unsigned n) {
  int v = 1;
  for (unsigned r = 0; r < n; r++)
    v *= 10;
  __syncthreads();
  if (v == 0)
    a[0] = threadIdx.x; /*@race*/
}
