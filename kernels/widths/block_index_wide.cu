// expect: verified
//--block-dim=1024 --grid-dim=2147483647
// The product is computed in 64 bits.

__global__ void k(int *out) {
  const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = blockIdx.x;
}
