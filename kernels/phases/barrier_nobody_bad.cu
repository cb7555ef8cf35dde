// expect: unsupported
//--local_size=64 --num_groups=4
// No block has a thread with this number.
#include <cuda/barrier>
__global__ void barrier_nobody(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t == 64)
    init(&bar, 64);
  __syncthreads();
  tile[t] = t;
  bar.arrive_and_wait(); /*@unsupported*/
  out[blockIdx.x * 64 + t] = tile[63 - t];
}
