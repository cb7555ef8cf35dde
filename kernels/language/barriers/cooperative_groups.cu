// expect: verified
//--local_size=64 --num_groups=4
// The block of cooperative groups as a barrier and as a source of ids.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void block_sync(int *a) {
  __shared__ int buffer[64];
  cg::thread_block block = cg::this_thread_block();
  const int lid = block.thread_rank();
  const int i = blockIdx.x * blockDim.x + lid;
  buffer[lid] = a[i];
  block.sync();
  a[i] = buffer[63 - lid];
}
