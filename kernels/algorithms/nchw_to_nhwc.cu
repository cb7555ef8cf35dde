// expect: verified
//--blockDim=256 --gridDim=*
// Image, channel and pixel of a number that is divided twice, put together in another order.
__global__ void k(float *out, const float *in, int channels, int pixels, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && channels > 0 && pixels > 0) {
    int pixel = i % pixels, channel = i / pixels % channels, image = i / (pixels * channels);
    out[(image * pixels + pixel) * channels + channel] = in[i];
  }
}
