// expect: race
//--local_size=32 --num_groups=1
// Sums of what those before need, which come round: two threads that need half of all numbers start at one place.
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void scan_wraps(const int *in, int *out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const unsigned need = in[threadIdx.x] != 0 ? 1 : 0x80000000u;
  out[cg::exclusive_scan(warp, need)] = threadIdx.x; /*@race*/
}
