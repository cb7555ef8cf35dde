// expect: verified
//--local_size=8 --num_groups=2
// A block's atomics before a grid barrier, the device's behind it.
#include <cooperative_groups.h>

__global__ void mixed_scopes(int *p) {
  atomicAdd_block(p + blockIdx.x, 1);
  cooperative_groups::this_grid().sync();
  atomicAdd(p + (blockIdx.x + 1) % gridDim.x, 1);
}
