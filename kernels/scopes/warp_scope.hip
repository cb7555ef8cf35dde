// expect: verified
//--local_size=32 --num_groups=2
// A wave front's scope, where a group is one.
#include <hip/hip_runtime.h>

__global__ void warp_scope(int *p) {
  __hip_atomic_fetch_add(p + blockIdx.x, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WAVEFRONT);
}
