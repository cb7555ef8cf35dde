// expect: verified
//--local_size=64 --num_groups=1
// Tiles of a tile are counted within it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void tile_of_tile(int *a) {
  __shared__ int s[8];
  auto w = cg::tiled_partition<32>(cg::this_thread_block());
  cg::thread_block_tile<8> t = cg::tiled_partition<8>(w);
  if (t.thread_rank() == 0)
    s[w.meta_group_rank() * t.meta_group_size() + t.meta_group_rank()] = threadIdx.x;
  t.sync();
  a[threadIdx.x] = s[w.meta_group_rank() * t.meta_group_size() + t.meta_group_rank()];
}
