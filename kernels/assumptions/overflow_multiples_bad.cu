// expect: race
//--blockDim=64 --gridDim=1 --strict-overflow
// 2^32 is no multiple of three.
__global__ void k(int *a, const int *b, unsigned n) {
  int x = 0;
  for (unsigned r = 0; r < n; r++)
    x += b[r] ? 3 : 6;
  __syncthreads();
  if (x % 3 != 0)
    a[0] = threadIdx.x; /*@race*/
}
