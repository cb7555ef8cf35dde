// expect: divergence
//--local_size=32 --num_groups=*
// Each half of the warp passes its own vote, counted from its first lane: right for the first half alone.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void mask_of_both_tiles(int *o, int p) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  unsigned m = tile.ballot(t < p);
  if (t < p) {
    __syncwarp(m);
    o[blockIdx.x * 32 + t] = 1;
  }
}
