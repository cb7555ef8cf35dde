// expect: race
//--blockDim=64 --gridDim=1 --strict-overflow
// The counter wraps around, and the loop goes on.
__global__ void k(int *a, int *c, unsigned n) {
  int i = 2147483600;
  for (unsigned r = 0; r < n; r++) {
    i++;
    if (r >= 300)
      a[0] = threadIdx.x; /*@race*/
  }
  c[threadIdx.x] = i;
}
