// expect: race
//--block-dim=8 --grid-dim=4
// Those who come too late write.
__global__ void once_per_bucket_loser(int *claimed, int *owner, const int *key) {
  int b = key[blockIdx.x * 8 + threadIdx.x];
  if (atomicExch(&claimed[b], 1) != 0)
    owner[b] = blockIdx.x * 8 + threadIdx.x;
}
