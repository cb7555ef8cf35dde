// expect: verified
// The launching function is passed to one that calls it, with arguments that are passed on.
#include <utility>
template <class Function, class... Arguments>
void benchmark(int times, Function launch, Arguments &&...arguments) {
  for (int i = 0; i < times; ++i)
    launch(std::forward<Arguments>(arguments)...);
}
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
void shift(float *d, int n, int block) { up<<<n / block, block>>>(d, n); }
int main() {
  float *d;
  int n = 4096, block = 128;
  cudaMalloc(&d, 2 * n * sizeof(float));
  benchmark(3, shift, d, n, block);
}
