// expect: race
//--local_size=32 --num_groups=1
// The odd lanes take no part in the barrier: what they wrote before they ended is not ordered before what is behind it.
__global__ void ended_order(int *o) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = t; /*@race*/
  if (t & 1)
    return;
  __syncwarp();
  o[t] = s[t + 1]; /*@race*/
}
