// expect: divergence
//--local_size=2 --num_groups=2
// Blocks go round the inner loop unequally often, to the same barrier of the whole grid.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int *a) {
  cg::grid_group grid = cg::this_grid();
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++) {
      grid.sync(); /*@divergence*/
      if (blockIdx.x > i)
        break;
    }
}
