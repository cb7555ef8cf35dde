// expect: verified
//--local_size=64 --num_groups=1
// A wave front has 64 lanes, and so has the mask that is not given.
#include <hip/hip_runtime.h>
__global__ void hip_default_mask(int *o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t;
  __syncwarp();
  o[t] = s[63 - t];
}
