// expect: verified
//--block-dim=8 --grid-dim=4
// A weak compare-and-exchange is tried until it succeeds; where it fails, it is relaxed.
#include <cuda/atomic>
__device__ int lock;
__global__ void weak_lock(int *sum) {
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> l(lock);
    int free = 0;
    while (!l.compare_exchange_weak(free, 1, cuda::std::memory_order_acquire, cuda::std::memory_order_relaxed))
      free = 0;
    *sum += blockIdx.x;
    l.store(0, cuda::std::memory_order_release);
  }
}
