// expect: verified
//--local_size=64 --num_groups=4
// Those who have voted for it go on, and name each other; one of them takes what the first of them has.
__global__ void vote_mask(const int *in, int *out) {
  const int t = blockIdx.x * 64 + threadIdx.x;
  int v = in[t];
  const unsigned who = __ballot_sync(0xffffffffu, v > 0);
  if (v > 0) {
    v += __shfl_sync(who, v, __ffs(who) - 1);
    v += __reduce_max_sync(who, v);
    __syncwarp(who);
  }
  const unsigned now = __activemask();
  if (__popc(now) > 31)
    v += __popc(__match_any_sync(now, v));
  out[t] = v;
}
