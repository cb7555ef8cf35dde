// expect: race
//--blockDim=256 --gridDim=*
// The number of pixels an image is taken for the number of its values.
__global__ void k(float *out, const float *in, int channels, int pixels, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && channels > 0 && pixels > 0) {
    int pixel = i % pixels, channel = i / pixels % channels, image = i / pixels / pixels;
    out[(image * pixels + pixel) * channels + channel] = in[i]; /*@race*/
  }
}
