// expect: verified
//--block-dim=[8,4] --grid-dim=4
// One thread of a block with rows takes the lock for its block.
__device__ int lock;
__global__ void block_lock_2d_leader(int *sums) {
  if (threadIdx.x == 0 && threadIdx.y == 3)
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
  __syncthreads();
  __threadfence();
  sums[threadIdx.y * 8 + threadIdx.x] += blockIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 3)
    atomicExch(&lock, 0);
}
