// expect: race
//--block-dim=8 --grid-dim=4
// A holder that fences nothing puts a store between two others: the first release is lost.
#include <cuda/atomic>
__device__ int lock;
__global__ void chain_store_bad(int *sum) {
  if (threadIdx.x != 0)
    return;
  cuda::atomic_ref<int, cuda::thread_scope_device> l(lock);
  if (blockIdx.x == 1) {
    while (l.exchange(1, cuda::std::memory_order_relaxed) != 0)
      ;
    l.store(0, cuda::std::memory_order_relaxed);
    return;
  }
  while (l.exchange(1, cuda::std::memory_order_acquire) != 0)
    ;
  *sum += 1; /*@race*/
  l.store(0, cuda::std::memory_order_release);
}
