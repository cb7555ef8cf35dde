// expect: race
//--local_size=64 --num_groups=4
// The groups exchange through global memory, but only the block is synchronised.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void block_sync(int *a, int *out) {
  cg::thread_block block = cg::this_thread_block();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i; /*@race*/
  block.sync();
  out[i] = a[255 - i]; /*@race*/
}
