// expect: verified
//--block-dim=8 --grid-dim=1
// A lock in shared memory, by the orders of its atomics, protects global memory.
#include <cuda/atomic>
__global__ void shared_lock_global_data(int *sum) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> lock;
  if (threadIdx.x == 0)
    lock.store(0);
  __syncthreads();
  while (lock.exchange(1, cuda::memory_order_acquire))
    ;
  sum[0]++;
  lock.store(0, cuda::memory_order_release);
}
