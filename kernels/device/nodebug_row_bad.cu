// expect: race
// A helper of the program's own speaks of rows; that it is marked like the wrappers of a header makes it none. Only a
// texture hears of them.

__device__ static __inline__ __attribute__((always_inline, nodebug)) float at(cudaTextureObject_t image, int x) {
  return tex2D<float>(image, x + 0.5f, threadIdx.y + 0.5f);
}

__global__ void rows(float *d, cudaTextureObject_t image, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < w)
    d[x] = at(image, x); /*@race*/
}
