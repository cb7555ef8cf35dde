// expect: verified
//--local_size=64 --num_groups=4
// The threads of the block share a copy out.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void group_copy(const int *in, int *out, int n) {
  __shared__ int tile[128];
  const cg::thread_block block = cg::this_thread_block();
  int sum{};
  for (int i = 0; i < n; i++) {
    cg::memcpy_async(block, tile, in + 128 * i, sizeof(int) * 128);
    cg::wait(block);
    sum += tile[127 - threadIdx.x];
    block.sync();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
