// expect: race
//--block-dim=8 --grid-dim=4
// The release is relaxed.
#include <hip/hip_runtime.h>
__global__ void hip_lock_bad(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    while (__hip_atomic_exchange(lock, 1, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) != 0)
      ;
    *sum += blockIdx.x; /*@race*/
    __hip_atomic_store(lock, 0, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  }
}
