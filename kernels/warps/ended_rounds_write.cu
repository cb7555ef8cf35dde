// expect: verified
//--local_size=32 --num_groups=1
// All meet in each round: the odd lanes end with what they wrote in front of the second's barrier.
__global__ void ended_rounds(int *o, int n) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = 0;
  __syncwarp();
  for (int i = 0; i < n; ++i) {
    if (i == 1)
      s[t] = t;
    __syncwarp();
    if (i == 1 && (t & 1))
      return;
  }
  __syncwarp();
  o[t] = s[t ^ 1];
}
