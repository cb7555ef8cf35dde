// expect: race
//--block-dim=8 --grid-dim=2
// The flag that is found may be the other block's: it says nothing of this block's data.
#include <cuda/atomic>
__device__ int ready;
__global__ void flag_orders_shared_other_block(int *out) {
  __shared__ int data;
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(ready);
  if (threadIdx.x == 0) {
    data = 5;
    __threadfence_block();
    flag.store(1, cuda::memory_order_relaxed);
  }
  if (threadIdx.x == 1) {
    while (flag.load(cuda::memory_order_relaxed) == 0)
      ;
    __threadfence_block();
    out[blockIdx.x] = data;
  }
}
