// expect: race
//--local_size=32 --num_groups=1
// No number is small, but their sum may come round to less.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void sum_wraps(const unsigned *in, unsigned *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const unsigned v = in[threadIdx.x] & 0x7ffffff | 0x8000000;
  if (cg::reduce(warp, v, cg::plus<unsigned>()) < 5)
    out[0] = threadIdx.x; /*@race*/
}
