// expect: race
// One benchmark, two functions, and each gets too little.
#include <utility>
template <class Function, class... Arguments> void benchmark(Function launch, Arguments &&...arguments) {
  launch(std::forward<Arguments>(arguments)...);
}
__global__ void up(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
void all(float *d, int n) { up<<<32, 128>>>(d, n); }
void few(float *d, int n) { up<<<1, 64>>>(d, n); }
int main() {
  float *d;
  int n = 4096, less = 100;
  cudaMalloc(&d, 2 * n * sizeof(float));
  int least = 25;
  benchmark(few, d, least);
  benchmark(all, d, less);
}
