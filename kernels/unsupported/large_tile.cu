// expect: unsupported
//--local_size=128 --num_groups=1
// A tile of two warps.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void large_tile(int *p) {
  auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  tile.sync(); /*@unsupported*/
  p[threadIdx.x] = 0;
}
