// expect: verified
//--block-dim=256 --grid-dim=65536
// 2^24 threads: the factor has 24 bits.

__global__ void k(int *out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[__umul24(i, 2)] = blockIdx.x;
}
