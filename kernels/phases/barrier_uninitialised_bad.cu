// expect: race
//--local_size=64 --num_groups=4
// Threads may arrive before the barrier is set up.
#include <cuda/barrier>
__global__ void barrier_phase(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x); /*@race*/
  bar.arrive_and_wait(); /*@race*/
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
