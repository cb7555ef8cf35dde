// expect: race
//--block-dim=8 --grid-dim=4
// The others do not wait until their block has the lock.
__device__ int lock;
__global__ void block_lock_not_awaited_bad(int *sums) {
  if (threadIdx.x == 0)
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
  __threadfence();
  sums[threadIdx.x] += blockIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(&lock, 0);
}
