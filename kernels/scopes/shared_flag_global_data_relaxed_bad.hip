// expect: race
//--block-dim=8 --grid-dim=1
// The load acquires nothing.
#include <hip/hip_runtime.h>
__global__ void shared_flag_global_data(int *s) {
  __shared__ int flag;
  if (threadIdx.x == 0)
    flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    s[0] = 5;
    __hip_atomic_store(&flag, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_WORKGROUP);
  }
  if (threadIdx.x == 1) {
    while (__hip_atomic_load(&flag, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP) == 0)
      ;
    s[1] = s[0];
  }
}
