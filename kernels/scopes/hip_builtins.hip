// expect: verified
//--local_size=8 --num_groups=2
// HIP's builtins with scopes.
#include <hip/hip_runtime.h>

__global__ void hip_builtins(int *p, int *q, int *out) {
  __hip_atomic_fetch_add(p, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_max(q + blockIdx.x, (int)threadIdx.x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  out[blockIdx.x * blockDim.x + threadIdx.x] = __hip_atomic_load(p, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
}
