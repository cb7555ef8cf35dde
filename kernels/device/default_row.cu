// expect: verified
// The twin, whose default argument speaks of columns.

#include <utility>

struct Column {
  int at;
  __device__ Column(int a = threadIdx.x) : at(a) {}
};

__global__ void columns(int *d) {
  std::pair<Column, int> p;
  d[blockIdx.x * blockDim.x + threadIdx.x] = p.first.at;
}
