// expect: verified
//--local_size=64 --num_groups=1
// All votes of 64 lanes, and those that are no vote of another half.
#include <hip/hip_runtime.h>
#include <cassert>
__global__ void cut_ballot(int *out, const int *in) {
  const unsigned long long votes = __ballot(in[threadIdx.x] > 0);
  const int all = __popcll(votes);
  assert(0 <= all && all <= 64);
  out[threadIdx.x] = all;
}
