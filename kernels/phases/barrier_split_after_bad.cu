// expect: race
//--local_size=64 --num_groups=4
// What is written between the arrival and the wait is not ordered before what others do behind the wait.
#include <cuda/barrier>
#include <utility>
__global__ void barrier_split(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  auto arrival = bar.arrive();
  tile[t] = t; /*@race*/
  bar.wait(std::move(arrival));
  out[blockIdx.x * 64 + t] = tile[63 - t]; /*@race*/
}
