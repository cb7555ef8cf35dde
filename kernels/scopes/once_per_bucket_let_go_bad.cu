// expect: race
//--block-dim=8 --grid-dim=4
// The twin of once_per_bucket_let_go.cu without the fence in front of the release: who wins the bucket next may write
// its owner at the same time.
__global__ void once_per_bucket_let_go(int *claimed, int *owner, const int *key) {
  int b = key[blockIdx.x * 8 + threadIdx.x];
  if (atomicCAS(&claimed[b], 0, 1) == 0) {
    __threadfence();
    owner[b] = blockIdx.x * 8 + threadIdx.x;
    atomicExch(&claimed[b], 0);
  }
}
