// expect: verified
//--blockDim=64 --gridDim=1
// Where something is divided by it, a number is not zero.
__global__ void k(int *a, unsigned n) {
  unsigned q = 7 / n;
  if (n == 0)
    a[0] = threadIdx.x + q;
}
