// expect: race
//--local_size=256 --num_groups=*
// The rows of the results are one short.
struct Peak {
  float value;
  int where;
};
__global__ void max_pool(const int nthreads, const float *const bottom, const int channels, const int height,
                         const int width, const int kernel, const int stride, Peak *const top) {
  if (channels <= 0 || kernel <= 0 || stride <= 0 || height < kernel || width < kernel)
    return;
  const int pooled_h = (height - kernel) / stride + 1;
  const int pooled_w = (width - kernel) / stride + 1;
  for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < nthreads; index += blockDim.x * gridDim.x) {
    const int pw = index % pooled_w;
    const int ph = (index / pooled_w) % pooled_h;
    const int c = (index / pooled_w / pooled_h) % channels;
    const int n = index / pooled_w / pooled_h / channels;
    const float *slice = bottom + (n * channels + c) * height * width;
    Peak best = {-1e30f, -1};
    for (int h = ph * stride; h < ph * stride + kernel; ++h)
      for (int w = pw * stride; w < pw * stride + kernel; ++w)
        if (slice[h * width + w] > best.value) {
          best.value = slice[h * width + w];
          best.where = h * width + w;
        }
    top[((n * channels + c) * pooled_h + ph) * ((width - kernel) / stride) + pw] = best; /*@race*/
  }
}
