// expect: divergence
//--local_size=64 --num_groups=2
// A tile is divided by those of its threads that have work; the others go on without them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void partition(const int *in, int *count, int *out, int n) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  if (in[threadIdx.x] > n) {
    auto part = cg::labeled_partition(warp, in[threadIdx.x]); /*@divergence*/
    if (part.thread_rank() == 0)
      atomicAdd(count, part.size());
  }
  out[blockIdx.x * 64 + threadIdx.x] = n;
}
