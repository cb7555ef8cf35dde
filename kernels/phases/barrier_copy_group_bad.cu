// expect: assertion
//--local_size=64 --num_groups=4
// The block shares a copy out; a thread reads it before it has waited.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <utility>
__global__ void barrier_copy(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int tile[256], own[64];
  const auto block = cooperative_groups::this_thread_block();
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, block.size());
  block.sync();
  cuda::memcpy_async(block, tile, in, sizeof(int) * 256, bar);
  auto arrival = bar.arrive();
  own[t] = tile[255 - t]; /*@assertion*/
  bar.wait(std::move(arrival));
  out[blockIdx.x * 64 + t] = own[t];
}
