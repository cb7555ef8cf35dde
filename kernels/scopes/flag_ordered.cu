// expect: verified
//--block-dim=8 --grid-dim=4
// The flag's own orders do without fences.
#include <cuda/atomic>
__global__ void flag_ordered(int *data, int *flag, int *out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *data = 1;
      f.store(1, cuda::memory_order_release);
    }
  } else if (threadIdx.x == 0) {
    while (f.load(cuda::memory_order_acquire) == 0)
      ;
    out[blockIdx.x] = *data;
  }
}
