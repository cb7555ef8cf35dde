// expect: race
// The kernel speaks of rows, too, though only a texture hears of it.

__global__ void rows(float *d, cudaTextureObject_t image, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w)
    d[x] = tex2D<float>(image, x + 0.5f, y + 0.5f); /*@race*/
}
