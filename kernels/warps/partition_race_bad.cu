// expect: race
//--local_size=64 --num_groups=1
// Each part has its first thread: both write.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void partition_race(const int *in, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto part = cg::binary_partition(warp, in[threadIdx.x] > 0);
  if (part.thread_rank() == 0)
    out[warp.meta_group_rank()] = in[threadIdx.x]; /*@race*/
}
