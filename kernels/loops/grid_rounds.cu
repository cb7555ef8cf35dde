// expect: verified
//--local_size=2 --num_groups=2
// All blocks leave the inner loop at once.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int *a, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 2; j++) {
      grid.sync();
      a[blockIdx.x * blockDim.x + threadIdx.x] = j;
      if (n > i)
        break;
    }
}
