// expect: verified
//--local_size=64 --num_groups=2
// The ballot of a tile of 16 in 16 bits: none of its votes is cut off.
#include <cassert>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void cut_ballot(int *out, int *number, const int *in) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const unsigned rank = tile.thread_rank(), first = blockIdx.x * 64 + threadIdx.x - rank;
  const int mine = in[first + rank] > 0;
  const unsigned short votes = tile.ballot(mine);
  const int all = __popc(votes);
  assert(all == __popcll((unsigned long long)votes));
  if (mine)
    out[first + __popc(votes & ((1u << rank) - 1))] = 1;
  if (rank == 0)
    out[first + 16 - 1] = all == 16 ? 1 : 0;
}
