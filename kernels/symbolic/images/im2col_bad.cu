// expect: race
//--local_size=256 --num_groups=*
// The rows of the matrix have the area of a square.
__global__ void im2col(int n, const float *im, int height, int width, int ksize, int pad, int stride, int out_h,
                       int out_w, float *col) {
  if (out_h <= 0 || out_w <= 0 || ksize <= 0)
    return;
  for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < n; index += blockDim.x * gridDim.x) {
    int w = index % out_w;
    int h_index = index / out_w;
    int h = h_index % out_h;
    int channel = h_index / out_h;
    int h0 = h * stride - pad;
    int w0 = w * stride - pad;
    float *to = col + (channel * ksize * ksize * out_h + h) * out_w + w;
    const float *from = im + (channel * height + h0) * width + w0;
    for (int i = 0; i < ksize; ++i) {
      for (int j = 0; j < ksize; ++j) {
        bool inside = h0 + i >= 0 && h0 + i < height && w0 + j >= 0 && w0 + j < width;
        to[(i * ksize + j) * out_w * out_w] = inside ? from[i * width + j] : 0.0f; /*@race*/
      }
    }
  }
}
