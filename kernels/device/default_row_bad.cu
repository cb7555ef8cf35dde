// expect: race
// A default argument speaks of rows; a template of the standard library evaluates it.

#include <utility>

struct Row {
  int at;
  __device__ Row(int a = threadIdx.y) : at(a) {}
};

__global__ void rows(int *d) {
  std::pair<Row, int> p;
  d[blockIdx.x * blockDim.x + threadIdx.x] = p.first.at; /*@race*/
}
