// expect: race
//--local_size=32 --num_groups=1
// An odd lane reads after the last barrier that it passed; nothing orders that before the write behind the next ones.
__global__ void ended_after_barrier(int *o, int n) {
  __shared__ int s[32];
  int t = threadIdx.x, v = 0;
  for (int i = 0; i < n; ++i) {
    s[t] = t + i;
    __syncwarp();
    v += s[t ^ 1];
    if (i == 7 && (t & 1))
      return;
    __syncwarp();
  }
  __syncwarp();
  s[t] = v;
  o[t] = v;
}
