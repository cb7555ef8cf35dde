// expect: verified
//--local_size=64 --num_groups=4
// A barrier in shared memory, for all threads of the block.
#include <cuda/barrier>
__global__ void barrier_phase(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  for (int i = 0; i < 4; i++) {
    tile[t] = i * t;
    bar.arrive_and_wait();
    out[blockIdx.x * 64 + t] += tile[63 - t];
    bar.wait(bar.arrive());
  }
}
