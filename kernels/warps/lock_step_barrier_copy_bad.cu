// expect: race
//--local_size=32 --num_groups=1 --warp-sync=32
// The barrier that a copy is waited for with comes too late.
#include <cuda/barrier>
__global__ void lock_step_barrier_copy(int *out, const int *in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int tile[32];
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, 32);
  __syncthreads();
  cuda::memcpy_async(&tile[t], &in[t], 4, bar); /*@race*/
  out[t] = tile[t ^ 1]; /*@race*/
  bar.arrive_and_wait();
}
