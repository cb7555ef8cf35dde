// expect: verified
//--block-dim=8 --grid-dim=4
// A fence's scope may be left out: all threads there are.
__global__ void nv_fence_default(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *data = 1;
      __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE);
      __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELAXED);
    }
  } else if (threadIdx.x == 0) {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_RELAXED) == 0)
      ;
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQUIRE);
    out[blockIdx.x] = *data;
  }
}
