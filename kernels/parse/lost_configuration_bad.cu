// expect: race
// The twin, whose groups meet.
#include "missing_macros.h"

__global__ void meet(float *d, int n) {
  int i = threadIdx.x;
  if (i < n)
    d[i] = blockIdx.x; /*@race*/
}
void run(float *d, int n, cudaStream_t s) {
  meet<<<CONFIGURATION(n), 0, s>>>(d, n);
}
