// expect columns@13: race
// expect columns: verified
// What the rest of the launch says holds: blocks of several rows, of which the kernel does not speak.
#include "missing_macros.h"

__global__ void columns(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = 2.f * d[i]; /*@race*/
}

void run(float *d, int n, int rows) {
  columns<<<ROUND_UP(n, 32), dim3(32, rows)>>>(d, n);
}
