// expect: verified
//--blockDim=256 --gridDim=* --timeout=60
// The images are counted by the number of channels that they have.
__global__ void k(float *out, const float *in, int channels, int padded, int pixels, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && channels > 0 && pixels > 0 && padded == channels) {
    int pixel = i % pixels, channel = i / pixels % channels, image = i / (pixels * padded);
    out[(image * pixels + pixel) * channels + channel] = in[i];
  }
}
