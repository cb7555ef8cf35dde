// expect: unsupported
//--local_size=64 --num_groups=4
// The barrier's memory is cleared once it is set up.
#include <cuda/barrier>
__global__ void barrier_overwritten(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar, 64);
    memset(&bar, 0, sizeof(bar)); /*@unsupported*/
  }
  __syncthreads();
  tile[t] = t;
  bar.arrive_and_wait();
  out[blockIdx.x * 64 + t] = tile[63 - t];
}
