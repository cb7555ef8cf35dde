// expect: race
// An initialiser of a member speaks of rows; a template of the standard library evaluates it.

#include <array>

struct Row {
  int at = threadIdx.y;
};

template <typename T> struct Box {
  std::array<T, 1> parts = {};
};

__global__ void rows(int *d) {
  Box<Row> b;
  d[blockIdx.x * blockDim.x + threadIdx.x] = b.parts[0].at; /*@race*/
}
