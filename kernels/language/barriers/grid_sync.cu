// expect: verified
//--local_size=64 --num_groups=4
// A barrier of the whole grid orders the blocks as well.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void grid_sync(int *a, int *out) {
  cg::grid_group grid = cg::this_grid();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  grid.sync();
  out[i] = a[255 - i];
}
