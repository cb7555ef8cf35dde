// expect: verified
//--local_size=128 --num_groups=2 --warp-sync=32
// The last steps of a reduction by one warp, without barriers.
__global__ void reduce(const int *in, int *out) {
  __shared__ volatile int s[128];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  if (t < 64)
    s[t] = s[t] + s[t + 64];
  __syncthreads();
  if (t < 32) {
    s[t] = s[t] + s[t + 32];
    if (t < 16) {
      s[t] = s[t] + s[t + 16];
      s[t] = s[t] + s[t + 8];
      s[t] = s[t] + s[t + 4];
      s[t] = s[t] + s[t + 2];
      s[t] = s[t] + s[t + 1];
    }
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
