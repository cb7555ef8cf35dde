// expect: race
//--local_size=64 --num_groups=1
// That those who meet have voted for it is not what the others know: they read before it is written.
__global__ void vote_mask(const int *in, int *out) {
  __shared__ int s[64];
  const int t = threadIdx.x, v = in[t];
  const unsigned who = __ballot_sync(0xffffffffu, v > 0);
  if (v > 0) {
    s[t] = __shfl_sync(who, v, __ffs(who) - 1); /*@race*/
    __syncwarp(who);
  }
  out[t] = s[t ^ 1]; /*@race*/
}
