// expect: race
//--block-dim=8 --grid-dim=4
// The twin of nv_flag_load_bad.cu: the load is relaxed.
__global__ void nv_flag_load_bad(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *data = 1; /*@race*/
      __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    }
  } else if (threadIdx.x == 0) {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE) == 0)
      ;
    out[blockIdx.x] = *data; /*@race*/
  }
}
