// expect: race
//--local_size=64 --num_groups=4
// The twin of ring_before_turn.cu: read before it is waited for.
#include <cuda_pipeline.h>
__global__ void ring_before_turn_bad(const int *in, int *out) {
  __shared__ int buffer[6][64];
  const int t = threadIdx.x;
  int sum = 0, w = 0;
  for (int i = 0; i < 3; i++) {
    if (i == 2)
      sum += buffer[1][63 - t]; /*@race*/
    __pipeline_wait_prior(0);
    __syncthreads();
    __pipeline_memcpy_async(&buffer[w][t], in + 64 * i + t, sizeof(int));
    __pipeline_commit();
    w = w == 5 ? 2 : w + 1;
  }
  out[blockIdx.x * 64 + t] = sum;
}
