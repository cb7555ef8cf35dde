// expect: divergence
//--local_size=64 --num_groups=4
// Half of the block calls what the block must call together.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out) {
  __shared__ int a[64];
  auto b = cg::this_thread_block();
  if (threadIdx.x < 32) cg::memcpy_async(b, a, in, 256); /*@divergence*/
  cg::wait(b);
  out[64 * blockIdx.x + threadIdx.x] = a[63 - threadIdx.x];
}
