// expect: assertion
//--local_size=64 --num_groups=1
// The votes of the lower 32 of 64 lanes.
#include <hip/hip_runtime.h>
#include <cassert>
__global__ void cut_ballot(int *out, const int *in) {
  const unsigned long long votes = __ballot(in[threadIdx.x] > 0);
  const int all = __popcll(votes), low = __popc((unsigned)votes);
  assert(all == low); /*@assert*/
  out[threadIdx.x] = all;
}
