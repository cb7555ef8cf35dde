// expect: race
// What a reference to a function object runs may write to the program's variables: there are 48 threads in a block, of 32 apart.
#include <functional>
#include <numeric>
__global__ void k(float *d, int n) { d[blockIdx.x * n + threadIdx.x] = threadIdx.x; } /*@race*/
int main() {
  int n = 32;
  const int two[] = {1, 3};
  auto change = [&](int a, int b) { return n = 48, a + b; };
  auto called = std::ref(change);
  float *d;
  cudaMalloc(&d, 1 << 20);
  k<<<std::accumulate(two, two + 2, 0, called), n>>>(d, n);
}
