// expect: race
//--block-dim=8 --grid-dim=4
// The bucket is free again afterwards, without a fence.
__global__ void once_per_bucket_freed(int *claimed, int *owner, const int *key) {
  int b = key[blockIdx.x * 8 + threadIdx.x];
  if (atomicCAS(&claimed[b], 0, 1) == 0)
    owner[b] = blockIdx.x * 8 + threadIdx.x;
  atomicExch(&claimed[b], 0);
}
