// expect: verified
//--local_size=32 --num_groups=1
// The odd lanes end after a barrier that is behind what they wrote.
__global__ void ended_after_barrier(int *o, int n) {
  __shared__ int s[32];
  int t = threadIdx.x, v = 0;
  for (int i = 0; i < n; ++i) {
    s[t] = t + i;
    __syncwarp();
    v += s[t ^ 1];
    __syncwarp();
  }
  if (t & 1)
    return;
  __syncwarp();
  o[t] = s[t] + v;
  __syncwarp();
  s[t] = 0;
}
