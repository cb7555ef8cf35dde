// expect: verified
//--block-dim=8 --grid-dim=4
// By a count: the first.
__global__ void once_per_bucket_count(int *claimed, int *owner, const int *key) {
  int b = key[blockIdx.x * 8 + threadIdx.x];
  if (atomicAdd(&claimed[b], 1) == 0)
    owner[b] = blockIdx.x * 8 + threadIdx.x;
}
