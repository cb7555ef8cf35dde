// expect: verified
//--block-dim=8 --grid-dim=4
// The last thread of each block takes the lock for its block.
__device__ int lock;
__global__ void block_lock_other_leader(int *sums) {
  if (threadIdx.x == 7)
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
  __syncthreads();
  __threadfence();
  sums[threadIdx.x] += blockIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 7)
    atomicExch(&lock, 0);
}
