// expect: divergence
//--local_size=64 --num_groups=4
// The threads of the block do not mean the same copy.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out) {
  __shared__ int a[64];
  auto b = cg::this_thread_block();
  cg::memcpy_async(b, a, in + threadIdx.x, 256); /*@divergence*/
  cg::wait(b);
  out[64 * blockIdx.x + threadIdx.x] = a[63 - threadIdx.x];
}
