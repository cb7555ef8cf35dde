// expect: race
//--block-dim=8 --grid-dim=4
// Somebody sets the count back by an exchange, to what becomes zero again.
__global__ void once_per_bucket_count_set(int *claimed, int *owner, const int *key) {
  int b = key[blockIdx.x * 8 + threadIdx.x];
  if (atomicAdd(&claimed[b], 1) == 0)
    owner[b] = blockIdx.x * 8 + threadIdx.x;
  if (threadIdx.x == 0)
    atomicExch(&claimed[b], -1);
}
