// expect: race
//--local_size=32 --num_groups=1
// Rounds in which nobody meets order nothing: the odd lanes end with what they wrote in the second.
__global__ void ended_rounds(int *o, int n, int meet) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = 0;
  __syncwarp();
  for (int i = 0; i < n; ++i) {
    if (meet)
      __syncwarp();
    if (!meet && i == 1)
      s[t] = t; /*@race*/
    if (i == 1 && (t & 1))
      return;
  }
  __syncwarp();
  o[t] = s[t ^ 1]; /*@race*/
}
