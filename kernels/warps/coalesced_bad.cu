// expect: race
//--local_size=64 --num_groups=1
// Ranks are those of a group; threads that run at other times have the same.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void coalesced(const int *in, int *out) {
  __shared__ int list[32];
  if (in[threadIdx.x] > 0) {
    auto active = cg::coalesced_threads();
    list[active.thread_rank()] = threadIdx.x; /*@race*/
  }
  __syncthreads();
  out[threadIdx.x] = list[threadIdx.x % 32];
}
