// expect: race
//--local_size=[32,4] --num_groups=2
// The threads count those up to themselves, but add what the lanes below have.
#include <cooperative_groups.h>
__device__ unsigned below() {
  unsigned m;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(m));
  return m;
}
__global__ void compact_shared(const int *in, int *out, int n) {
  __shared__ int list[4][96];
  auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  const unsigned warp = threadIdx.y;
  int held = 0;
  for (int i = threadIdx.x; i < 32 * n; i += 32) {
    const int v = in[i] * warp;
    const unsigned who = __ballot_sync(~0u, v > 2);
    if (v > 2)
      list[warp][held + __popc((below() | 1) & who)] = v; /*@race*/
    held += __popc(who);
    tile.sync();
    if (held > 64) {
      out[(blockIdx.x * 4 + warp) * 32 + threadIdx.x] += list[warp][threadIdx.x];
      held = 0;
      tile.sync();
    }
  }
}
