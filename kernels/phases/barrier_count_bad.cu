// expect: unsupported
//--local_size=64 --num_groups=4
// A barrier for half of the block.
#include <cuda/barrier>
__global__ void barrier_phase(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x / 2); /*@unsupported*/
  __syncthreads();
  if (threadIdx.x < 32)
    bar.arrive_and_wait();
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
