// expect: race
//--block-dim=1 --grid-dim=4
// The winner writes once more, afterwards.
#include <cuda/atomic>
__device__ int state;
__global__ void take_over_late(int *value, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> r(state);
  for (;;) {
    int found = 0;
    if (r.compare_exchange_strong(found, 1, cuda::memory_order_acquire, cuda::memory_order_acquire)) {
      value[0] = 5;
      r.store(2, cuda::memory_order_release);
      value[0] = 6;
      break;
    }
    if (found == 2) {
      out[blockIdx.x] = value[0];
      break;
    }
  }
}
