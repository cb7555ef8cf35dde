// expect: race
//--local_size=64 --num_groups=4
// Two barriers in halves: what lies between those of the first and between those of the second is not ordered.
#include <cuda/barrier>
#include <utility>
__global__ void barrier_split(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  auto first = bar.arrive();
  tile[t] = t; /*@race*/
  bar.wait(std::move(first));
  auto second = bar.arrive();
  out[blockIdx.x * 64 + t] = tile[63 - t]; /*@race*/
  bar.wait(std::move(second));
}
