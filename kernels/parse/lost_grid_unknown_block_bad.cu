// expect columns@14: race
// expect columns: verified
// Blocks that compile, and of which nothing is known, are any.
#include "missing_macros.h"

dim3 chosen(int n);
__global__ void columns(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = 2.f * d[i]; /*@race*/
}

void run(float *d, int n) {
  columns<<<ROUND_UP(n, 32), chosen(n)>>>(d, n);
}
