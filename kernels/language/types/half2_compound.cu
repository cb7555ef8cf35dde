// expect: verified
//--block-dim=32 --grid-dim=4
// Assignments with an operator of pairs of halves.
#include <cuda_fp16.h>
__global__ void scale(const half2 *x, half2 *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  half2 s = x[i];
  s += x[i];
  s *= s;
  s -= x[i];
  s /= x[i];
  y[i] = s;
}
