// expect: verified
//--block-dim=8 --grid-dim=4
// A flag of CUDA's atomic builtins: its own orders do without fences.
__global__ void nv_flag(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *data = 1;
      __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    }
  } else if (threadIdx.x == 0) {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0)
      ;
    out[blockIdx.x] = *data;
  }
}
