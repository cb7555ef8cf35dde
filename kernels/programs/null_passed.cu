// expect: verified
// A pointer that the host passes as null, by a literal, a name and a default: the kernel does without what it leads to.
#include <cuda_runtime.h>

__global__ void literal(const int *a, const int *bias, int *o) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (bias == nullptr) {
    o[i] = a[i];
    return;
  }
  o[0] = a[i] + bias[0];
}

__global__ void named(const int *a, const int *bias, int *o) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (!bias) {
    o[i] = a[i];
    return;
  }
  o[0] = a[i] + bias[0];
}

void launch(const int *a, int *o, const int *bias = nullptr) { named<<<4, 64>>>(a, bias, o); }

void run(const int *a, int *o) {
  literal<<<4, 64>>>(a, nullptr, o);
  literal<<<2, 64>>>(a, NULL, o);
  launch(a, o);
}
