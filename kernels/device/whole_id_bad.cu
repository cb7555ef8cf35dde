// expect: race
// The row of a block's id is printed, and nothing else hears of it.
#include <cooperative_groups.h>

__global__ void whole(float *d, int n) {
  const dim3 block = cooperative_groups::this_thread_block().group_index();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    printf("row %u\n", block.y);
  if (i < n)
    d[i] *= 2.f; /*@race*/
}
