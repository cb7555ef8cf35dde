// expect: race
//--local_size=64 --num_groups=2 --warp-size=32
// Of wave fronts of 32 it has two.
#include <hip/hip_runtime.h>

__global__ void hip_lanes(int *p) {
  int v = threadIdx.x;
  for (int d = warpSize / 2; d > 0; d /= 2)
    v += __shfl_down(v, d);
  if (__lane_id() == 0)
    p[blockIdx.x] = v;
}
