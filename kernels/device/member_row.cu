// expect: verified
// The twin, whose member speaks of columns.

#include <utility>

struct Column {
  float at = threadIdx.x;
};

__global__ void columns(float *d, cudaTextureObject_t image, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  std::pair<Column, int> p;
  if (x < w)
    d[x] = tex2D<float>(image, x + 0.5f, p.first.at);
}
