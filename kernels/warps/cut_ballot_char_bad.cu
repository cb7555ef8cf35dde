// expect: assertion
//--local_size=64 --num_groups=1
// The votes of eight lanes.
#include <cassert>
__global__ void cut_ballot(int *out, const int *in) {
  const unsigned votes = __ballot_sync(~0u, in[threadIdx.x]);
  const int all = __popc(votes), some = __popc((unsigned char)votes);
  assert(all == some); /*@assert*/
  out[threadIdx.x] = all;
}
