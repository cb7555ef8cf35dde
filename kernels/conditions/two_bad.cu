// expect: race
//--block-dim=* --grid-dim=1
// The halves meet where the stride is 0, or half is.
__global__ void halves(float *d, int stride, int n, int half) {
  int i = threadIdx.x;
  if (i < n && stride >= 0) {
    d[i * stride] = i;
  }
  if (i == 0)
    for (int j = half; j < half + 4; ++j)
      d[(long long)n * stride + j] = i;
}
