// expect: verified
//--block-dim=64 --grid-dim=2
// The same of a tile: its lower half adds what its upper half brings in the other arm.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void two_arms(int *o) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int v = threadIdx.x;
  if (tile.thread_rank() < 8)
    v += tile.shfl_down(v, 8);
  else
    v -= tile.shfl_down(v, 8);
  o[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
