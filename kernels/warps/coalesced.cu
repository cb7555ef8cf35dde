// expect: verified
//--local_size=64 --num_groups=4
// Those who happen to run together count as one: their first adds for all of them, and tells them all.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__device__ int add(int *counter, int value) {
  auto active = cg::coalesced_threads();
  assert(active.thread_rank() < active.size() && active.size() <= 32);
  int sum = cg::reduce(active, value, cg::plus<int>()), before = 0;
  if (active.thread_rank() == 0)
    before = atomicAdd(counter, sum + active.size());
  return active.shfl(before, 0) + active.ballot(value > 2);
}
__global__ void coalesced(const int *in, int *out, int *counter, int n) {
  for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += 256)
    if (in[i] > 0)
      out[i] = add(counter, in[i]);
}
