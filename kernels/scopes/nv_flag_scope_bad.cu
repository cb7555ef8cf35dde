// expect: race
//--block-dim=8 --grid-dim=4
// The twin of nv_flag.cu: the store has the scope of a cluster, which is the block's here.
__global__ void nv_flag_scope_bad(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *data = 1;
      __nv_atomic_store_n(flag, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_CLUSTER); /*@race*/
    }
  } else if (threadIdx.x == 0) {
    while (__nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) /*@race*/
      ;
    out[blockIdx.x] = *data;
  }
}
