// expect: race
// The benchmark doubles the block on its way, by the reference.
#include <utility>
template <class Function, class... Arguments>
void benchmark(int times, Function launch, float *d, int &n, Arguments &&...arguments) {
  for (int i = 0; i < times; ++i) {
    launch(d, n, std::forward<Arguments>(arguments)...);
    n /= 2;
  }
}
__global__ void up(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
void shift(float *d, int n, int block) { up<<<4096 / block, block>>>(d, n); }
int main() {
  float *d;
  int n = 4096, block = 128;
  cudaMalloc(&d, 2 * n * sizeof(float));
  benchmark(3, shift, d, n, block);
}
