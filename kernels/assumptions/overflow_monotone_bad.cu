// expect: race
//--blockDim=64 --gridDim=1 --strict-overflow
// What only grows wraps around in the end.
__global__ void k(int *a, const int *b, unsigned n) {
  int x = 5;
  for (unsigned r = 0; r < n; r++)
    x += b[r] ? 3 : 6;
  __syncthreads();
  if (x < 0)
    a[0] = threadIdx.x; /*@race*/
}
