// expect: divergence
//--local_size=64 --num_groups=4
// The barrier is for all threads, and half of them arrive.
#include <cuda/barrier>
__global__ void barrier_phase(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0)
    init(&bar, 64);
  __syncthreads();
  if (threadIdx.x < 32)
    bar.arrive_and_wait(); /*@divergence*/
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
