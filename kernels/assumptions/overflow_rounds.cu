// expect: verified
//--blockDim=64 --gridDim=1
// A counter beside the loop's own has room for 47 rounds.
__global__ void k(int *a, int *c, unsigned n) {
  int i = 2147483600;
  for (unsigned r = 0; r < n; r++) {
    i++;
    if (r >= 300)
      a[0] = threadIdx.x;
  }
  c[threadIdx.x] = i;
}
