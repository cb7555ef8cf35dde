// expect: verified
//--block-dim=8 --grid-dim=4
// An acquisition that acquires, a release that releases: no fence is needed.
#include <cuda/atomic>
__device__ int lock;
__global__ void ordered_lock(int *sum) {
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> l(lock);
    while (l.exchange(1, cuda::std::memory_order_acquire) != 0)
      ;
    *sum += blockIdx.x;
    l.store(0, cuda::std::memory_order_release);
  }
}
