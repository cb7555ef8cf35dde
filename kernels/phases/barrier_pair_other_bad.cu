// expect: unsupported
//--local_size=64 --num_groups=4
// The barrier that is used is not the one that is set up.
#include <cuda/barrier>
__global__ void barrier_pair(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar[2];
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar[0], 64);
  __syncthreads();
  tile[t] = t;
  bar[1].arrive_and_wait(); /*@unsupported*/
  out[blockIdx.x * 64 + t] = tile[63 - t];
}
