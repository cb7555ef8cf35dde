// expect: unsupported
//--local_size=64 --num_groups=4
// Half of the threads arrive and do not wait.
#include <cuda/barrier>
#include <utility>
__global__ void barrier_split(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  tile[t] = t;
  auto arrival = bar.arrive(); /*@unsupported*/
  if (t < 32) {
    bar.wait(std::move(arrival));
    out[blockIdx.x * 64 + t] = tile[63 - t];
  }
}
