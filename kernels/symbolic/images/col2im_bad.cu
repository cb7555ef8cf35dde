// expect: race
//--local_size=256 --num_groups=*
// Each patch adds to its pixels, and neighbours share them.
__global__ void col2im(float *im, const float *col, int channels, int height, int width, int k, int stride) {
  if (k <= 0 || stride <= 0 || height < k || width < k)
    return;
  int oh = (height - k) / stride + 1;
  int ow = (width - k) / stride + 1;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= channels * oh * ow)
    return;
  int x = i % ow, y = i / ow % oh, c = i / (ow * oh);
  for (int dy = 0; dy < k; ++dy)
    for (int dx = 0; dx < k; ++dx) {
      int to = (c * height + y * stride + dy) * width + x * stride + dx;
      im[to] += col[(((c * k + dy) * k + dx) * oh + y) * ow + x]; /*@race*/
    }
}
