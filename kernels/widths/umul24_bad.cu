// expect: race
//--block-dim=256 --grid-dim=65537
// The product takes the lower 24 bits only.

__global__ void k(int *out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[__umul24(i, 2)] = blockIdx.x;
}
