// expect: race
//--block-dim=8 --grid-dim=4
// A relaxed load acquires nothing, and what it decides about was read before.
#include <cuda/atomic>
__global__ void flag_ordered_relaxed_load_bad(int *data, int *flag, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *data = 1;
      f.store(1, cuda::memory_order_release);
    }
  } else if (threadIdx.x == 0) {
    int before = data[blockIdx.x];
    while (f.load(cuda::memory_order_relaxed) == 0)
      ;
    out[blockIdx.x] = before + *data;
  }
}
