// expect: race
//--blockDim=64 --gridDim=1 --strict-overflow
#include <stdlib.h>
__global__ void k(int *a, int n) {
  if (abs(n) < 0)
    a[0] = threadIdx.x; /*@race*/
}
