// expect: verified
//--blockDim=64 --gridDim=1
// Shifted by 32 it may be zero.
__global__ void k(int *a, unsigned n) {
  if (1u << n == 0)
    a[0] = threadIdx.x;
}
