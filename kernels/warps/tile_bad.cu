// expect: race
//--local_size=64 --num_groups=2
// Tiles of sixteen threads, and of what lies in the next one.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void tile(const int *p, int *out) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int t = threadIdx.x;
  s[t] = p[blockIdx.x * 64 + t];
  tile.sync();
  int v = s[t ^ 31]; /*@race*/
  for (int d = tile.size() / 2; d > 0; d /= 2)
    v += tile.shfl_down(v, d);
  if (tile.thread_rank() == 0)
    out[blockIdx.x * 4 + tile.meta_group_rank()] = v;
}
