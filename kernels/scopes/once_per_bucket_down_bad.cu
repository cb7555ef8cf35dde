// expect: race
//--block-dim=8 --grid-dim=4
// The count goes down as well.
__global__ void once_per_bucket_down(int *claimed, int *owner, const int *key) {
  int b = key[blockIdx.x * 8 + threadIdx.x];
  if (atomicAdd(&claimed[b], 1) == 0)
    owner[b] = blockIdx.x * 8 + threadIdx.x;
  atomicSub(&claimed[b], 1);
}
