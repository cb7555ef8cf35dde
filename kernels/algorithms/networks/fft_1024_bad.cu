// expect: race
//--block-dim=512 --grid-dim=4096
// The butterfly of a half is taken for one of a quarter.
__global__ void fft(float2 *data) {
  __shared__ float2 s[1024];
  const unsigned t = threadIdx.x;
  data += blockIdx.x * 1024;
  s[__brev(t) >> 22] = data[t];
  s[__brev(t + 512) >> 22] = data[t + 512];
  for (unsigned half = 1; half < 1024; half <<= 1) {
    __syncthreads();
    const unsigned k = t & (half - 1), p = 2 * t - k;
    float im, re;
    sincosf(-3.14159265f * k / half, &im, &re);
    const float2 u = s[p], v = s[p + half];
    const float2 w = make_float2(v.x * re - v.y * im, v.x * im + v.y * re);
    s[p] = make_float2(u.x + w.x, u.y + w.y);
    s[p + half / 2] = make_float2(u.x - w.x, u.y - w.y);
  }
  __syncthreads();
  data[t] = s[t];
  data[t + 512] = s[t + 512];
}
