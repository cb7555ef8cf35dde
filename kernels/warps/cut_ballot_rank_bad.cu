// expect: race
//--local_size=32 --num_groups=1
// The number of lower lanes that vote, of eight lanes: the others get the same places.
__global__ void cut_ballot(int *out, const int *in) {
  const int t = threadIdx.x, mine = in[t] > 0;
  const unsigned votes = __ballot_sync(~0u, mine);
  if (mine)
    out[__popc((unsigned char)(votes & ((1u << t) - 1)))] = t; /*@race*/
}
