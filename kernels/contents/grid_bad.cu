// expect: race
//--blockDim=32 --gridDim=4
// Behind a barrier of the grid, each group has memory of its own.
#include <cooperative_groups.h>

__global__ void k(int *out) {
  __shared__ int s;
  if (threadIdx.x == 0)
    s = -int(blockIdx.x);
  cooperative_groups::this_grid().sync();
  int x = s;
  if (threadIdx.x == 0)
    out[x + blockIdx.x] = blockIdx.x; /*@race*/
}
