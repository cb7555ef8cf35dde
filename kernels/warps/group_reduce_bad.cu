// expect: divergence
//--local_size=128 --num_groups=4
// The total of the last warp is asked for by its first threads alone; the others go on.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
struct Extent {
  int low, high;
};
__global__ void group_reduce(const double *in, const short *steps, double *out, Extent *extents) {
  __shared__ double part[4];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto quad = cg::tiled_partition<4>(warp);
  const unsigned t = block.thread_rank(), i = blockIdx.x * block.size() + t;
  double sum = cg::reduce(warp, in[i], cg::plus<double>());
  if (sum > 1) {
    sum += cg::reduce(warp, in[i], cg::greater<double>());
    warp.sync();
  }
  if (cg::reduce(quad, steps[i], cg::less<short>()) == cg::reduce(quad, (unsigned char)t, cg::bit_xor<unsigned char>()))
    sum = quad.shfl(sum, 0);
  const int mine = steps[i];
  const Extent all = cg::reduce(warp, Extent{mine, mine}, [](Extent a, Extent b) {
    return Extent{a.low < b.low ? a.low : b.low, a.high < b.high ? b.high : a.high};
  });
  if (all.high - all.low > 3)
    sum *= warp.shfl_down(sum, 1);
  if (warp.thread_rank() == 0) {
    part[warp.meta_group_rank()] = sum;
    extents[i / 32] = all;
  }
  block.sync();
  if (t < 32) {
    double v = t < 4 ? part[t] : 0.0;
    if (t < 4)
      v = cg::reduce(warp, v, cg::plus<double>()); /*@divergence*/
    out[blockIdx.x * 32 + t] = v + cg::thread_block::size();
  }
}
