// expect: verified
//--block-dim=8 --grid-dim=4
// Who has won the bucket lets it go again: it is a lock, which the next one may win.
__global__ void once_per_bucket_let_go(int *claimed, int *owner, const int *key) {
  int b = key[blockIdx.x * 8 + threadIdx.x];
  if (atomicCAS(&claimed[b], 0, 1) == 0) {
    __threadfence();
    owner[b] = blockIdx.x * 8 + threadIdx.x;
    __threadfence();
    atomicExch(&claimed[b], 0);
  }
}
