// expect: race
//--local_size=32 --num_groups=1
// Only half of the votes are counted: the place behind them is one of theirs.
__global__ void cut_ballot(int *out, const int *in) {
  const int t = threadIdx.x, mine = in[t] > 0;
  const unsigned votes = __ballot_sync(~0u, mine);
  if (mine)
    out[__popc(votes & ((1u << t) - 1))] = t;
  if (t == 0)
    out[__popc((unsigned short)votes)] = -1;
}
