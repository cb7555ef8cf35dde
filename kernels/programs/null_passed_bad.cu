// expect: race
// A pointer that is null at first, and leads somewhere when the kernel is launched.
#include <cuda_runtime.h>

__global__ void literal(const int *a, const int *bias, int *o) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (bias == nullptr) {
    o[i] = a[i];
    return;
  }
  o[0] = a[i] + bias[0]; /*@race*/
}

void run(const int *a, int *o) {
  int *bias = nullptr;
  cudaMalloc(&bias, sizeof(int));
  literal<<<4, 64>>>(a, bias, o);
}
