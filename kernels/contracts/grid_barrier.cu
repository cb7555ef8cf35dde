// expect: verified
//--blockDim=64 --gridDim=4
// A barrier of the grid empties the logs for all pairs.
#include <cooperative_groups.h>
__global__ void k(int *a) {
  a[threadIdx.x + 64 * blockIdx.x] = 1;
  cooperative_groups::this_grid().sync();
  __assert(__no_write(a));
}
