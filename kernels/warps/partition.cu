// expect: verified
//--local_size=128 --num_groups=2
// Odd and even numbers are added up apart, and numbers of each remainder by four as well; then the warp meets again.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void partition(const int *in, int *count, int *sum, int n) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  for (int k = cg::this_grid().thread_rank() / 32; k < n; k += 8) {
    const int v = in[k * 32 + warp.thread_rank()];
    auto part = cg::binary_partition(warp, v & 1);
    if (v & 1) {
      int odd = cg::reduce(part, v, cg::plus<int>());
      if (part.thread_rank() == 0)
        atomicAdd(count, part.size()), atomicAdd(&sum[0], odd);
    } else {
      auto few = cg::labeled_partition(part, v % 4);
      int even = cg::reduce(few, v, [](int a, int b) { return a + b; });
      if (few.thread_rank() == 0)
        atomicAdd(&sum[1], even);
    }
    cg::sync(warp);
  }
}
