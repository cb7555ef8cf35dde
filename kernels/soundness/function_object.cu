// expect: verified
#include <numeric>
__global__ void k(float *d, int n) { d[blockIdx.x * n + threadIdx.x] = threadIdx.x; }
int main() {
  int n = 32;
  const int two[] = {1, 3};
  float *d;
  cudaMalloc(&d, 1 << 20);
  k<<<std::accumulate(two, two + 2, 0), n>>>(d, n);
}
