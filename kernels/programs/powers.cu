// expect: verified
// Sizes that loops of the host double and halve: powers of two.
__global__ void pairs(float *d, unsigned stride) { // each thread swaps its pair
  unsigned t = blockIdx.x * 256 + threadIdx.x, low = 2 * t - (t & (stride - 1));
  if (stride == 0)
    return;
  float keep = d[low];
  d[low] = d[low + stride];
  d[low + stride] = keep;
}
void run(float *d, unsigned n) {
  for (unsigned size = 2; size <= n; size <<= 1)
    for (unsigned stride = size / 2; stride > 0; stride >>= 1)
      pairs<<<4, 256>>>(d, stride);
}
