// expect: race
//--block-dim=8 --grid-dim=4
// The lock is released before all have done their part.
__device__ int lock;
__global__ void block_lock_no_barrier_bad(int *sums) {
  if (threadIdx.x == 0)
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
  __syncthreads();
  __threadfence();
  sums[threadIdx.x] += blockIdx.x;
  __threadfence();
  if (threadIdx.x == 0)
    atomicExch(&lock, 0);
}
