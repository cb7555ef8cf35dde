// expect: verified
//--block-dim=8 --grid-dim=4
// By a bit that is set and stays so.
__global__ void once_per_bucket_bits(int *claimed, int *owner, const int *key) {
  int b = key[blockIdx.x * 8 + threadIdx.x];
  if (atomicOr(&claimed[b], 4) == 0)
    owner[b] = blockIdx.x * 8 + threadIdx.x;
}
