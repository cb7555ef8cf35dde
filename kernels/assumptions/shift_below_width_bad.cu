// expect: race
//--blockDim=64 --gridDim=1
// The width is that of what is shifted.
__global__ void k(int *a, unsigned n) {
  unsigned long long q = 1ull << n;
  if (n >= 32)
    a[0] = threadIdx.x + q; /*@race*/
}
