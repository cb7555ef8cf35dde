// expect: unsupported
//--local_size=64 --num_groups=4
// Memory that is cleared is no barrier that is set up.
#include <cuda/barrier>
__global__ void barrier_raw(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar[2];
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t == 0) {
    init(&bar[0], 64);
    *(unsigned long long *)&bar[1] = 0;
  }
  __syncthreads();
  tile[t] = t;
  bar[1].arrive_and_wait(); /*@unsupported*/
  out[blockIdx.x * 64 + t] = tile[63 - t];
}
