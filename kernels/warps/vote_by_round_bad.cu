// expect: race
//--local_size=32 --num_groups=1
// One vote a round: who is a round ahead writes what another one reads.
__global__ void vote_by_round(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 4; ++i)
    if (__any_sync(0xffffffffu, i % 2 == 0))
      s[t] = i; /*@race*/
    else
      sum += s[t ^ 1];
  out[t] = sum;
}
