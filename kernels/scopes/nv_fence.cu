// expect: verified
//--block-dim=8 --grid-dim=4
// A relaxed flag between fences.
__global__ void nv_fence(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *data = 1;
      __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
      __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    }
  } else if (threadIdx.x == 0) {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) == 0)
      ;
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
    out[blockIdx.x] = *data;
  }
}
