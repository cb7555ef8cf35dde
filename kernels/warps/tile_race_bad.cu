// expect: race
//--local_size=64 --num_groups=2
// The first of a tile overwrites what another tile reads: nothing orders them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void tile_race(int *p) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int v = p[blockIdx.x * 64 + threadIdx.x]; /*@race*/
  tile.sync();
  if (tile.thread_rank() == 0)
    p[blockIdx.x * 64 + tile.meta_group_rank()] = v;
}
