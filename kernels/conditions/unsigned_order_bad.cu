// expect: race
//--block-dim=256 --grid-dim=*
// The kernel compares with signs: q >= n, as the source compares, is not enough.

__global__ void order(int *d, size_t q, size_t n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned j = (long long)q < (long long)n ? 0 : i;
  d[j] = i; /*@race*/
}
