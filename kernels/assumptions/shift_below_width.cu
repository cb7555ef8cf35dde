// expect: verified
//--blockDim=64 --gridDim=1
// What something is shifted by is less than its width.
__global__ void k(int *a, unsigned n) {
  unsigned q = 1u << n;
  if (n >= 32)
    a[0] = threadIdx.x + q;
}
