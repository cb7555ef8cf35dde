// expect: verified
//--block-dim=256 --grid-dim=* --accept-conditions=all
// Verified if q >= n, as the source compares them.

__global__ void order(int *d, size_t q, size_t n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned j = q < n ? 0 : i;
  d[j] = i;
}
