// expect: race
//--local_size=128 --num_groups=2
// Threads of a warp write for each other, with none between the first two.
__global__ void through_shared(int *p) {
  __shared__ int s[128];
  int t = threadIdx.x, lane = t % 32;
  s[t] = p[blockIdx.x * 128 + t];

  for (int d = 16; d > 0; d /= 2) {
    int v = lane < d ? s[t + d] : 0; /*@race*/
    __syncwarp();
    if (lane < d)
      s[t] += v;
    __syncwarp();
  }
  p[blockIdx.x * 128 + t] = s[t - lane];
}
