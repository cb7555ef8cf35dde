// expect: divergence
//--local_size=64 --num_groups=2
// What threads that have left the loop's body to others would give is waited for.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void group_reduce_ended(const float *in, float *out, int n) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  float all = 0;
  for (int i = threadIdx.x; i < n; i += 64)
    all += cg::reduce(tile, in[i], [](float a, float b) { return a * b; }); /*@divergence*/
  out[blockIdx.x * 64 + threadIdx.x] = all;
}
