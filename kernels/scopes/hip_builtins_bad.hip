// expect: race
//--local_size=8 --num_groups=2
// The twin of hip_builtins.hip whose blocks share the place.
#include <hip/hip_runtime.h>

__global__ void hip_builtins_bad(int *q) {
  __hip_atomic_fetch_max(q, (int)threadIdx.x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP); /*@race*/
}
