// expect: verified
//--local_size=64 --num_groups=2
// A group of one wave front of 64 threads has one first lane.
#include <hip/hip_runtime.h>

__global__ void hip_lanes(int *p) {
  int v = threadIdx.x;
  for (int d = warpSize / 2; d > 0; d /= 2)
    v += __shfl_down(v, d);
  if (__lane_id() == 0)
    p[blockIdx.x] = v;
}
