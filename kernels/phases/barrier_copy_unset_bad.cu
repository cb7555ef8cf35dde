// expect: unsupported
//--local_size=64 --num_groups=4
// A copy is given a barrier that is set up too late for it.
#include <cuda/barrier>
__global__ void barrier_copy_unset(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, 64);
  cuda::memcpy_async(&tile[t], in + t, sizeof(int), bar); /*@unsupported*/
  __syncthreads();
  bar.arrive_and_wait();
  out[blockIdx.x * 64 + t] = tile[63 - t];
}
