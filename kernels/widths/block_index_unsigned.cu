// expect: verified
//--block-dim=256 --grid-dim=16777216
// 2^24 blocks of 256 threads: the last index is the largest unsigned number.

__global__ void k(int *out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = blockIdx.x;
}
