// expect: race
//--local_size=32 --num_groups=1
// Who meets there is not known: the thread's neighbour may be none of them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void coalesced_sync(const int *in, int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x]; /*@race*/
  cg::coalesced_threads().sync();
  out[threadIdx.x] = s[threadIdx.x ^ 1]; /*@race*/
}
