// expect: verified
//--local_size=256 --num_groups=*
// col2im without atomics: each pixel gathers from the patches that hold it.
__global__ void col2im(float *im, const float *col, int channels, int height, int width, int k, int stride) {
  if (k <= 0 || stride <= 0 || height < k || width < k)
    return;
  int oh = (height - k) / stride + 1;
  int ow = (width - k) / stride + 1;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= channels * height * width)
    return;
  int x = i % width, y = i / width % height, c = i / (width * height);
  float sum = 0;
  for (int dy = 0; dy < k; ++dy)
    for (int dx = 0; dx < k; ++dx) {
      int py = y - dy, px = x - dx;
      if (py < 0 || px < 0 || py % stride || px % stride || py / stride >= oh || px / stride >= ow)
        continue;
      sum += col[(((c * k + dy) * k + dx) * oh + py / stride) * ow + px / stride];

    }
  im[i] = sum;
}
