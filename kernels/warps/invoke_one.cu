// expect: verified
//--local_size=64 --num_groups=2
// One of eight threads notes something for all of them; which one it is nobody needs to know.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void invoke_one(const int *in, int *out, int n) {
  __shared__ int noted[8];
  if (blockIdx.x * 64 >= n)
    return;
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const unsigned t = threadIdx.x;
  cg::invoke_one(tile, [&] { noted[t / 8] = in[t]; });
  tile.sync();
  const int base = cg::invoke_one_broadcast(tile, [&] { return in[noted[t / 8]]; });
  out[blockIdx.x * 64 + t] = noted[t / 8] + base;
}
