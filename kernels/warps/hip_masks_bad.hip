// expect: race
//--local_size=64 --num_groups=1
// The same mask, where two threads of the upper half write.
#include <hip/hip_runtime.h>

__global__ void hip_masks(unsigned long long *p) {
  const unsigned long long all = __ballot(1);
  if ((all >> 40 & 1) != 0 && threadIdx.x >= 62)
    p[0] = all + threadIdx.x;
}
