// expect: race
//--block-dim=8 --grid-dim=4
// The scope is the block: each block has a winner.
__global__ void once_per_bucket_block(int *claimed, int *owner, const int *key) {
  int b = key[blockIdx.x * 8 + threadIdx.x];
  if (atomicExch_block(&claimed[b], 1) == 0)
    owner[b] = blockIdx.x * 8 + threadIdx.x;
}
