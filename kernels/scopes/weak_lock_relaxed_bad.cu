// expect: race
//--block-dim=8 --grid-dim=4
// The twin of weak_lock.cu: where it succeeds, it is relaxed.
#include <cuda/atomic>
__device__ int lock;
__global__ void weak_lock_relaxed_bad(int *sum) {
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> l(lock);
    int free = 0;
    while (!l.compare_exchange_weak(free, 1, cuda::std::memory_order_relaxed, cuda::std::memory_order_relaxed))
      free = 0;
    *sum += blockIdx.x; /*@race*/
    l.store(0, cuda::std::memory_order_release);
  }
}
