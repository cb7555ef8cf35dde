// expect: race
//--block-dim=1024 --grid-dim=2147483647
// The product is computed in 32 bits, and then made wide.

__global__ void k(int *out) {
  const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = blockIdx.x;
}
