// expect: assertion
//--local_size=64 --num_groups=4
// Two copies of the block: the second is read when the first has been waited for.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *out) {
  __shared__ int a[64], c[64];
  auto b = cg::this_thread_block();
  cg::memcpy_async(b, a, in, 256);
  cg::memcpy_async(b, c, in + 64, 256);
  cg::wait_prior<1>(b);
  out[64 * blockIdx.x + threadIdx.x] = c[63 - threadIdx.x]; /*@assertion*/
  cg::wait(b);
  out[64 * blockIdx.x + threadIdx.x] += c[63 - threadIdx.x];
}
