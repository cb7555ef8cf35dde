// expect: verified
//--local_size=128 --num_groups=*
// Splits a joined projection into three buffers, whose rows have widths of their own.
struct Parts {
  int q, k, v;
};
__global__ void split(float *q, float *k, float *v, const float *in, Parts w) {
  if (w.q < 0 || w.k < 0 || w.v < 0)
    return;
  const int row = blockIdx.x;
  const int width = w.q + w.k + w.v;
  for (int c = threadIdx.x; c < width; c += blockDim.x) {
    float x = in[(long long)row * width + c];
    if (c < w.q)
      q[(long long)row * w.q + c] = x;
    else if (c < w.q + w.k)
      k[(long long)row * w.k + c - w.q] = x;
    else
      v[(long long)row * w.v + c - w.q - w.k] = x;
  }
}
