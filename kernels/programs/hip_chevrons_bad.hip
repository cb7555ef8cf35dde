// expect: race
// Twice as many threads as places.
#include <hip/hip_runtime.h>
__global__ void mark(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[i % n] = i; /*@race*/
}
int main() {
  const int n = 512;
  int *d;
  hipMalloc(&d, n * sizeof(int));
  mark<<<n / 64, 128, 0, 0>>>(d, n);
}
