// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// A local array in HIP.

#include <hip/hip_runtime.h>

__global__ void local_array(int *out) {
  int l[8];
  l[7] = 3;
  out[threadIdx.x] = threadIdx.x;
}
