// expect: verified
//--local_size=2 --num_groups=2
// Barriers of the block in an inner loop of which each block has its own number of rounds, and one of the grid around it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void k(int *a, int n) {
  __shared__ int s[2];
  cg::grid_group grid = cg::this_grid();
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < blockIdx.x + i; j++) {
      __syncthreads();
      s[threadIdx.x] = j;
      __syncthreads();
      a[blockIdx.x * 2 + threadIdx.x] += s[1 - threadIdx.x];
    }
    grid.sync();
    int v = a[(blockIdx.x * 2 + threadIdx.x + 2) % 4];
    grid.sync();
    a[blockIdx.x * 2 + threadIdx.x] += v;
  }
}
