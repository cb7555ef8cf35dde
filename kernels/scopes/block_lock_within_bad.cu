// expect: race
//--block-dim=8 --grid-dim=4
// The lock is for the block: its threads are not ordered among each other.
#include <cuda/atomic>
__device__ int lock;
__global__ void block_lock_within_bad(int *sums) {
  if (threadIdx.x == 0)
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
  __syncthreads();
  __threadfence();
  sums[threadIdx.x / 2] += blockIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    cuda::atomic_ref<int, cuda::thread_scope_device>(lock).store(0, cuda::memory_order_release);
}
