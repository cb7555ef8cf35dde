// expect: race
//--block-dim=1 --grid-dim=4
// They go on when the winner has begun.
#include <cuda/atomic>
__device__ int state;
__global__ void take_over_begun(int *value, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> r(state);
  for (;;) {
    int found = 0;
    if (r.compare_exchange_strong(found, 1, cuda::memory_order_acquire, cuda::memory_order_acquire)) {
      value[0] = 5;
      r.store(2, cuda::memory_order_release);
      break;
    }
    if (found == 1) {
      out[blockIdx.x] = value[0];
      break;
    }
  }
}
