// expect: verified
//--block-dim=8 --grid-dim=4
// The thread with the lock makes the fences for its block.
__device__ int lock;
__global__ void block_lock_one_fence(int *sums) {
  if (threadIdx.x == 0)
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
  __threadfence();
  __syncthreads();
  sums[threadIdx.x] += blockIdx.x;
  __syncthreads();
  __threadfence();
  if (threadIdx.x == 0)
    atomicExch(&lock, 0);
}
