// expect: divergence
//--local_size=64 --num_groups=4
// Block 0 leaves before the barrier of the grid.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void grid_sync(int *a, int *out) {
  cg::grid_group grid = cg::this_grid();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x == 0)
    return;
  a[i] = i;
  grid.sync(); /*@divergence*/
  out[i] = a[i];
}
