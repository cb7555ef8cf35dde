// expect: verified
//--local_size=128 --num_groups=*
// Eight threads each put what they have into eight cells, those that have nothing into others, from the end.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void compact_tile(const float *in, float *out, float *none) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const unsigned t = blockIdx.x * 128 + threadIdx.x, rank = tile.thread_rank();
  float *cells = out + (t & ~7u);
  const float v = in[t];
  const unsigned yes = tile.ballot(v > 0);
  if (v > 0)
    cells[__popc(yes & ((1 << rank) - 1))] = v;
  const unsigned no = tile.ballot(!(v > 0));
  if (!(v > 0))
    none[t / 8 * 8 + 8 - __popc(no & ((2u << rank) - 1))] = v;
  if (rank == 0 && __popc(yes) > 8)
    out[0] = 0; // never
}
