// expect: race
// A kernel that speaks of its second dimension, of which nothing is known where the launch does not compile.
#include "missing_macros.h"

__global__ void rows(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = blockIdx.y; /*@race*/
}

void run(float *d, int n) {
  rows<<<ROUND_UP(n, 256), 256>>>(d, n);
}
