// expect: verified
//--block-dim=8 --grid-dim=4
// A compare-and-exchange is as strong as the stronger of its two orders, whether it succeeds or not.
__global__ void nv_failure_order(int *lock, int *data) {
  if (threadIdx.x == 0) {
    int free = 0;
    while (!__nv_atomic_compare_exchange_n(lock, &free, 1, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_ACQUIRE,
                                           __NV_THREAD_SCOPE_DEVICE))
      free = 0;
    *data += 1;
    __nv_atomic_store_n(lock, 0, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  }
}
