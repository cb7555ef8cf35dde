// expect: race
// A default argument speaks of rows; a template of the standard library evaluates it. Only a texture hears of it.

#include <utility>

struct Row {
  float at;
  __device__ Row(float a = threadIdx.y) : at(a) {}
};

__global__ void rows(float *d, cudaTextureObject_t image, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  std::pair<Row, int> p;
  if (x < w)
    d[x] = tex2D<float>(image, x + 0.5f, p.first.at); /*@race*/
}
