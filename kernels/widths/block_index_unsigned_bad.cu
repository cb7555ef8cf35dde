// expect: race
//--block-dim=256 --grid-dim=16777217
// One block more: its indices wrap round to those of the first.

__global__ void k(int *out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = blockIdx.x;
}
