// expect: race
//--block-dim=8 --grid-dim=2
// Each block has its own lock.
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
