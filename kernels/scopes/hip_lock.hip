// expect: verified
//--block-dim=8 --grid-dim=4
// HIP's atomics with order and scope.
#include <hip/hip_runtime.h>
__global__ void hip_lock(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    while (__hip_atomic_exchange(lock, 1, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) != 0)
      ;
    *sum += blockIdx.x;
    __hip_atomic_store(lock, 0, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
  }
}
