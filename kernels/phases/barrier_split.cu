// expect: verified
//--local_size=64 --num_groups=4
// Between its arrival and its wait a thread touches what no other does.
#include <cuda/barrier>
#include <utility>
__global__ void barrier_split(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int tile[64], own[64];
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < 4; i++) {
    tile[t] = i * t;
    auto arrival = bar.arrive();
    own[t] = i;
    bar.wait(std::move(arrival));
    out[blockIdx.x * 64 + t] += tile[63 - t] + own[t];
    __syncthreads();
  }
}
