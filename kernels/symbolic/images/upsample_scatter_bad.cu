// expect: race
//--local_size=256 --num_groups=*
// The squares are three rows high.
__global__ void upsample2x(float *dst, const float *src, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (w <= 0 || i >= w * h)
    return;
  int x = i % w;
  int y = i / w;
  float v = src[i];
  float *corner = dst + (2 * y) * (2 * w) + 2 * x;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 2; ++dx)
      corner[dy * 2 * w + dx] = v; /*@race*/
}
