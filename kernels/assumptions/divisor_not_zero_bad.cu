// expect: race
//--blockDim=64 --gridDim=1
// Where nothing is divided by it, it may be zero.
__global__ void k(int *a, unsigned n, bool divide) {
  unsigned q = 0;
  if (divide)
    q = 7 / n;
  if (n == 0)
    a[0] = threadIdx.x + q; /*@race*/
}
