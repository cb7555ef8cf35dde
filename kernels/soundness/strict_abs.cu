// expect: verified
//--blockDim=64 --gridDim=1 --strict-overflow
#include <stdlib.h>
__global__ void k(int *a, int n) {
  __requires(n != -2147483647 - 1);
  if (abs(n) < 0)
    a[0] = threadIdx.x;
}
