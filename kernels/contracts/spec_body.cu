// expect: unsupported
//--blockDim=64 --gridDim=1
// By its name the function is a specification, and yet it says what it returns.
__device__ int __spec_sign(int p) {
  __ensures(true);
  return p == 3 ? 1 : 0;
}
__global__ void k(int *a) {
  if (__spec_sign(1) == 1)
    a[0] = threadIdx.x;
}
