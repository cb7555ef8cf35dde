// expect: race
//--local_size=64 --num_groups=2
// That all have given their share to a sum does not mean that their writes are seen.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void group_reduce_race(const int *in, int *out) {
  __shared__ int s[64];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x]; /*@race*/
  int all = cg::reduce(tile, in[threadIdx.x], cg::bit_or<int>());
  out[blockIdx.x * 64 + threadIdx.x] = all + s[threadIdx.x ^ 1]; /*@race*/
}
