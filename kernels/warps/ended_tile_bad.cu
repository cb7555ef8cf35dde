// expect: divergence
//--local_size=64 --num_groups=1
// A tile ends whose first thread the others of the warp ask.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void ended_tile(int *a) {
  auto t = cg::tiled_partition<8>(cg::this_thread_block());
  if (threadIdx.x / 8 % 4 == 0)
    return;
  unsigned v = __shfl_sync(0xffffffffu, threadIdx.x % 3, 0);
  if (v == 1)
    t.sync(); /*@divergence*/
  a[threadIdx.x] = v;
}
