// expect: race
//--local_size=64 --num_groups=4
// What others do before they arrive is not ordered before what a thread does between its arrival and its wait.
#include <cuda/barrier>
#include <utility>
__global__ void barrier_split(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  tile[t] = t; /*@race*/
  auto arrival = bar.arrive();
  out[blockIdx.x * 64 + t] = tile[63 - t]; /*@race*/
  bar.wait(std::move(arrival));
}
