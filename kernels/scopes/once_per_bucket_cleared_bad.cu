// expect: race
//--block-dim=8 --grid-dim=4
// The bit is cleared again.
__global__ void once_per_bucket_cleared(int *claimed, int *owner, const int *key) {
  int b = key[blockIdx.x * 8 + threadIdx.x];
  if (atomicOr(&claimed[b], 4) == 0)
    owner[b] = blockIdx.x * 8 + threadIdx.x;
  atomicAnd(&claimed[b], 3);
}
