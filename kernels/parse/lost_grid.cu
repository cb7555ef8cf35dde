// expect: verified
// expect ends@20: verified
// expect ends: race
// The number of groups stands in a macro of a header that is not there; what the launch says of the rest holds.
#include "missing_macros.h"

__global__ void twice(float *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[i] = 2.f * d[i];
}

__global__ void ends(float *d) {
  if (threadIdx.x == 256)
    d[0] = blockIdx.x; // there is no such thread in blocks of 256
}

void run(float *d, int n) {
  twice<<<ROUND_UP(n, 256), 256>>>(d, n);
  ends<<<ROUND_UP(n, 256), 256>>>(d);
}
