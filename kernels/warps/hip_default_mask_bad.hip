// expect: race
//--local_size=64 --num_groups=1 --warp-size=32
// Of wave fronts with 32 lanes the other is in another one.
#include <hip/hip_runtime.h>
__global__ void hip_default_mask(int *o) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = t; /*@race*/
  __syncwarp();
  o[t] = s[63 - t]; /*@race*/
}
