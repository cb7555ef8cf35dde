// expect: race
//--local_size=96 --num_groups=3
// What one thread needs more than it says is where the next one begins.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void group_scan(const unsigned char *need, const float *in, int *out, float *best) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const unsigned t = threadIdx.x, i = blockIdx.x * 96 + t;
  int *mine = out + (i / 32) * 128;
  const int n = need[i] & 3;
  const int from = cg::exclusive_scan(warp, n);
  for (int k = 0; k <= n; ++k)
    mine[from + k] = t; /*@race*/
  float most = cg::inclusive_scan(warp, in[i], cg::greater<float>());
  most += cg::inclusive_scan(warp, n, cg::plus<int>()) + cg::exclusive_scan(warp, most, cg::less<float>());
  best[i] = most;
}
