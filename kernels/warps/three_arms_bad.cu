// expect: race
//--block-dim=64 --grid-dim=2
// One part reads before its second barrier what another writes behind its own.
__global__ void three_arms(int *o, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x, lane = t % 32;
  int v = 0;
  for (int i = 0; i < n; ++i) {
    if (lane < 5) {
      s[t] = i;
      __syncwarp();
      v += s[t + 5];
      __syncwarp();
    } else if (lane < 20) {
      s[t] = 2 * i;
      __syncwarp();
      __syncwarp();
      v += s[t + 1]; /*@race*/
    } else {
      s[t] = 3 * i;
      __syncwarp();
      v += s[t - 20];
      __syncwarp();
    }
    if (lane & 1)
      v += __reduce_add_sync(0xffffffffu, v);
    else
      v -= __reduce_add_sync(0xffffffffu, i);
  }
  o[blockIdx.x * 64 + t] = v;
}
