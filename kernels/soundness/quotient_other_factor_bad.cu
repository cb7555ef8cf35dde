// expect: race
//--blockDim=256 --gridDim=*
// The images are counted by another number of channels than the one that numbers them.
__global__ void k(float *out, const float *in, int channels, int padded, int pixels, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && channels > 0 && pixels > 0) {
    int pixel = i % pixels, channel = i / pixels % channels, image = i / (pixels * padded);
    out[(image * pixels + pixel) * channels + channel] = in[i]; /*@race*/
  }
}
