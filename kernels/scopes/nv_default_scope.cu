// expect: verified
//--block-dim=8 --grid-dim=4
// A scope that is left out is the system's; all operations, of all kinds of names.
__global__ void nv_default_scope(int *p, unsigned *q, float *f, long long *l, int *out) {
  __nv_atomic_add(p, 1, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_max(q, threadIdx.x, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_fetch_add(f, 1.5f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_SYSTEM);
  int old = 0, one = 1, was;
  if (!__nv_atomic_compare_exchange_n(p + 1, &old, 1, false, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_RELAXED))
    __nv_atomic_exchange(p + 2, &one, &was, __NV_ATOMIC_SEQ_CST);
  __nv_atomic_or(l, 2ll, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_load(p + 3, &was, __NV_ATOMIC_RELAXED);
  out[blockIdx.x * 8 + threadIdx.x] = old + was;
}
