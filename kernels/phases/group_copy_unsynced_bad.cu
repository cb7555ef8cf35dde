// expect: race
//--local_size=64 --num_groups=4
// Nobody says which thread copies an element: what a thread has written is not ordered before the copy of it.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void group_copy(const int *in, int *out) {
  __shared__ int tile[64];
  const cg::thread_block block = cg::this_thread_block();
  tile[threadIdx.x] = threadIdx.x; /*@race*/
  cg::memcpy_async(block, tile, in, sizeof(int) * 64); /*@race*/
  cg::wait(block);
  out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x];
}
