// expect: race
//--block-dim=256 --grid-dim=65536
// The last barrier is missing: a thread copies out what others still add up.
__global__ void walsh(float *out, const float *in) {
  __shared__ float s[1024];
  const int n = 1024, t = threadIdx.x;
  in += blockIdx.x * n;
  out += blockIdx.x * n;
  for (int i = t; i < n; i += blockDim.x)
    s[i] = in[i];
  for (int gap = n / 4; gap > 0; gap /= 4) {
    const int within = t % gap;
    float *const p = s + 4 * (t - within) + within;
    __syncthreads();
    const float a = p[0] + p[2 * gap], b = p[gap] + p[3 * gap];
    const float c = p[0] - p[2 * gap], d = p[gap] - p[3 * gap];
    p[0] = a + b;
    p[gap] = a - b;
    p[2 * gap] = c + d;
    p[3 * gap] = c - d;
  }
  for (int i = t; i < n; i += blockDim.x)
    out[i] = s[i];
}
