// expect: verified
//--local_size=128 --num_groups=2 --warp-sync=32
// A scan of each warp, each step for some of its lanes.
__global__ void scan(int *p) {
  __shared__ int s[128];
  const int t = threadIdx.x, lane = t & 31;
  s[t] = p[blockIdx.x * 128 + t];
  if (lane >= 1)
    s[t] = s[t - 1] + s[t];
  if (lane >= 2)
    s[t] = s[t - 2] + s[t];
  if (lane >= 4)
    s[t] = s[t - 4] + s[t];
  if (lane >= 8)
    s[t] = s[t - 8] + s[t];
  if (lane >= 16)
    s[t] = s[t - 16] + s[t];
  p[blockIdx.x * 128 + t] = s[t];
}
