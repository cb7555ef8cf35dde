// expect: race
//--local_size=64 --num_groups=4
// Every thread sets the barrier up.
#include <cuda/barrier>
__global__ void barrier_all(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int tile[64];
  const int t = threadIdx.x;
  init(&bar, 64); /*@race*/
  __syncthreads();
  tile[t] = t;
  bar.arrive_and_wait();
  out[blockIdx.x * 64 + t] = tile[63 - t];
}
