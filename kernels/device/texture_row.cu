// expect: verified
// Nothing says how this is launched: with threads in x, of which alone the kernel speaks.

__global__ void row(float *d, cudaTextureObject_t image, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < w)
    d[x] = tex2D<float>(image, x + 0.5f, 0.5f);
}
