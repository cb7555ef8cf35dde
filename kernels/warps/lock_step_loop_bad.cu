// expect: race
//--local_size=128 --num_groups=2 --warp-sync=32
// Two warps are not in step with each other.
__global__ void loop(int *p) {
  __shared__ int s[128];
  const int t = threadIdx.x, lane = t % 64;
  s[t] = p[blockIdx.x * 128 + t];
  for (int d = 32; d > 0; d /= 2)
    if (lane < d)
      s[t] += s[t + d];
  p[blockIdx.x * 128 + t] = s[t - lane];
}
