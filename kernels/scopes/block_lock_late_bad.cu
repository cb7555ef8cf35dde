// expect: race
//--block-dim=8 --grid-dim=4
// Some add up when the lock has been released.
__device__ int lock;
__global__ void block_lock_late_bad(int *sums) {
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
  sums[8 + threadIdx.x] += 1;
}
