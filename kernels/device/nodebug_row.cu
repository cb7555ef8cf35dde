// expect: verified
// The twin, whose helper speaks of columns alone.

__device__ static __inline__ __attribute__((always_inline, nodebug)) float at(cudaTextureObject_t image, int x) {
  return tex2D<float>(image, x + 0.5f, 0.5f);
}

__global__ void columns(float *d, cudaTextureObject_t image, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < w)
    d[x] = at(image, x);
}
