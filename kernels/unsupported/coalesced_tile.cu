// expect: unsupported
//--local_size=64 --num_groups=1
// A tile of threads that happen to run together.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void coalesced_tile(int *p) {
  auto tile = cg::tiled_partition<8>(cg::coalesced_threads()); /*@unsupported*/
  tile.sync();
  p[threadIdx.x] = 0;
}
