// expect: verified
//--local_size=64 --num_groups=4
// Each warp copies a row of its own.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void tile_copy(const int *in, int *out) {
  __shared__ int rows[2][64];
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  int *row = rows[warp.meta_group_rank()];
  cg::memcpy_async(warp, row, in + 64 * warp.meta_group_rank(), sizeof(int) * 64);
  cg::wait(warp);
  out[blockIdx.x * 64 + threadIdx.x] = row[63 - warp.thread_rank()];
}
