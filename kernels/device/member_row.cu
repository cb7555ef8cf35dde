// expect: verified
// The twin, whose member speaks of columns.

#include <array>

struct Column {
  int at = threadIdx.x;
};

template <typename T> struct Box {
  std::array<T, 1> parts = {};
};

__global__ void columns(int *d) {
  Box<Column> b;
  d[blockIdx.x * blockDim.x + threadIdx.x] = b.parts[0].at;
}
