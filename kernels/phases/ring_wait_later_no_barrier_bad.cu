// expect: race
//--local_size=64 --num_groups=4
// No barrier behind the reads: another thread may be a round ahead.
#include <cuda_pipeline.h>
__global__ void ring_wait_later(const int *in, int *out, int n) {
  __shared__ int buffer[4][64];
  const int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; i < n; i++) {
    __pipeline_memcpy_async(&buffer[i & 3][t], in + 64 * i + t, sizeof(int));
    __pipeline_commit();
    if (i >= 3) {
      __pipeline_wait_prior(3);
      __syncthreads();
      sum += buffer[(i - 3) & 3][63 - t];
    }
  }
  out[blockIdx.x * 64 + t] = sum;
}
