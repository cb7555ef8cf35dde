// expect: divergence
//--block-dim=8 --grid-dim=4
// Who takes the lock may have ended instead.
__device__ int lock;
__global__ void block_lock_may_end_bad(int *sums) {
  if (threadIdx.x == 0 && sums[8] == 1)
    return;
  if (threadIdx.x == 0)
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
  __syncthreads();
  __threadfence();
  sums[threadIdx.x] += blockIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(&lock, 0);
}
