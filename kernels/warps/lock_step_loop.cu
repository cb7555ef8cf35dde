// expect: verified
//--local_size=64 --num_groups=2 --warp-sync=32
// The same in a loop that all lanes go round together.
__global__ void loop(int *p) {
  __shared__ int s[64];
  const int t = threadIdx.x, lane = t % 32;
  s[t] = p[blockIdx.x * 64 + t];
  for (int d = 16; d > 0; d /= 2)
    if (lane < d)
      s[t] += s[t + d];
  p[blockIdx.x * 64 + t] = s[t - lane];
}
