// expect: verified
//--block-dim=8 --grid-dim=4
// The strongest order is both.
#include <cuda/atomic>
__device__ int lock;
__global__ void ordered_lock_seq_cst(int *sum) {
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> l(lock);
    while (l.exchange(1, cuda::std::memory_order_seq_cst) != 0)
      ;
    *sum += blockIdx.x;
    l.store(0, cuda::std::memory_order_seq_cst);
  }
}
