// expect: verified
//--local_size=256 --num_groups=[*,*]
// cudaMemcpy2D by hand, for a batch: rows of bytes with pitches in bytes, planes with a distance.
__global__ void copy_batch(char *dst, long long dpitch, long long dplane, const char *src, long long spitch,
                           long long splane, int width, int height) {
  if (width < 0 || height < 0 || dpitch < width || dplane < dpitch * height)
    return;
  char *to = dst + blockIdx.y * dplane;
  const char *from = src + blockIdx.y * splane;
  long long bytes = (long long)width * height;
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < bytes; i += blockDim.x * gridDim.x) {
    long long r = i / width;
    long long c = i - r * width;
    to[r * dpitch + c] = from[r * spitch + c];
  }
}
