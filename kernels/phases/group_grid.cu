// expect: verified
//--local_size=64 --num_groups=4
// A block reads behind a barrier of the grid what another has copied.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(int *a, const int *in, int *out) {
  auto b = cg::this_thread_block();
  cg::memcpy_async(b, a + 64 * blockIdx.x, in + 64 * blockIdx.x, 256);
  cg::wait(b);
  cg::this_grid().sync();
  out[64 * blockIdx.x + threadIdx.x] = a[64 * ((blockIdx.x + 1) % gridDim.x) + threadIdx.x];
}
