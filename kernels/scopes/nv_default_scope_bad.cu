// expect: race
//--block-dim=8 --grid-dim=4
// The twin of nv_default_scope.cu: among the threads of a block only, and the blocks meet.
__global__ void nv_default_scope_bad(int *p, float *f) {
  __nv_atomic_add(p, (int)threadIdx.x, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK); /*@race*/
  __nv_atomic_fetch_add(f, 1.5f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
}
