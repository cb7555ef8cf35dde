// expect: verified
// A macro that is not there holds the grid and the block; the 0 behind it is group memory.
#include "missing_macros.h"

__global__ void columns(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = 2.f * d[i];
}
void run(float *d, int n, cudaStream_t s) {
  columns<<<CONFIGURATION(n), 0, s>>>(d, n);
}
