// expect: verified
//--local_size=64 --num_groups=1
// A mask has a bit for each of a wave front's 64 threads, those of the upper half among them.
#include <hip/hip_runtime.h>

__global__ void hip_masks(unsigned long long *p) {
  const unsigned long long all = __ballot(1);
  static_assert(sizeof(__ballot(1)) == 8, "64 lanes");
  if (threadIdx.x == 63)
    p[0] = all;
}
