// expect: unsupported
//--local_size=64 --num_groups=4
// The barrier is set up anew in each round.
#include <cuda/barrier>
__global__ void barrier_each_round(int *out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int tile[64];
  const int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    if (t == 0)
      init(&bar, 64); /*@unsupported*/
    __syncthreads();
    tile[t] = i;
    bar.arrive_and_wait();
    out[blockIdx.x * 64 + t] += tile[63 - t];
    __syncthreads();
  }
}
