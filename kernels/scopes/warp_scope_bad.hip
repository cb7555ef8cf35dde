// expect: race
//--local_size=128 --num_groups=2
// The twin of warp_scope.hip in groups of two warps.
#include <hip/hip_runtime.h>

__global__ void warp_scope_bad(int *p) {
  __hip_atomic_fetch_add(p + blockIdx.x, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WAVEFRONT); /*@race*/
}
