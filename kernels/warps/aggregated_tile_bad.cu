// expect: race
//--block-dim=64 --grid-dim=4
// Tiles of eight take four places each.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void aggregated_tile_bad(const int *in, int *out, int *count) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int base = 0;
  if (tile.thread_rank() == 0)
    base = atomicAdd(count, 4);
  base = tile.shfl(base, 0);
  out[base + tile.thread_rank()] = in[blockIdx.x * blockDim.x + threadIdx.x];
}
