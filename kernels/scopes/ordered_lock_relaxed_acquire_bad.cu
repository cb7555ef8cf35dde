// expect: race
//--block-dim=8 --grid-dim=4
// The acquisition is relaxed.
#include <cuda/atomic>
__device__ int lock;
__global__ void ordered_lock_relaxed_acquire_bad(int *sum) {
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> l(lock);
    while (l.exchange(1, cuda::std::memory_order_relaxed) != 0)
      ;
    *sum += blockIdx.x; /*@race*/
    l.store(0, cuda::std::memory_order_release);
  }
}
