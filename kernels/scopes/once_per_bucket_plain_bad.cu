// expect: race
//--block-dim=8 --grid-dim=4
// Somebody stores there without an atomic.
__global__ void once_per_bucket_plain(int *claimed, int *owner, const int *key) {
  int b = key[blockIdx.x * 8 + threadIdx.x];
  if (atomicExch(&claimed[b], 1) == 0)
    owner[b] = blockIdx.x * 8 + threadIdx.x;
  if (threadIdx.x == 0)
    claimed[blockIdx.x] = 0;
}
