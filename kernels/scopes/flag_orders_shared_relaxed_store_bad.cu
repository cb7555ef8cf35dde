// expect: race
//--block-dim=8 --grid-dim=1
// The store releases nothing.
#include <cuda/atomic>
__device__ int ready;
__global__ void flag_orders_shared(int *out) {
  __shared__ int data;
  cuda::atomic_ref<int, cuda::thread_scope_block> flag(ready);
  if (threadIdx.x == 0) {
    data = 5;
    flag.store(1, cuda::memory_order_relaxed);
  }
  if (threadIdx.x == 1) {
    while (flag.load(cuda::memory_order_acquire) == 0)
      ;
    out[0] = data;
  }
}
