// expect: race
//--local_size=64 --num_groups=4
// The last rounds, which commit nothing, wait for too few groups.
#include <cuda_pipeline.h>
__global__ void ring_guarded(const int *in, int *out, int n) {
  __shared__ int buffer[3][64];
  const int t = threadIdx.x;
  if (0 < n) {
    __pipeline_memcpy_async(&buffer[0][t], in + t, sizeof(int));
    __pipeline_commit();
  }
  if (1 < n) {
    __pipeline_memcpy_async(&buffer[1][t], in + 64 + t, sizeof(int));
    __pipeline_commit();
  }
  int write = 2, read = 0, sum = 0;
  for (int i = 0; i < n; i++) {
    if (i + 2 < n)
      __pipeline_wait_prior(1);
    else
      __pipeline_wait_prior(1);
    __syncthreads();
    sum += buffer[read][63 - t];
    __syncthreads();
    if (i + 2 < n) {
      __pipeline_memcpy_async(&buffer[write][t], in + 64 * (i + 2) + t, sizeof(int));
      __pipeline_commit();
    }
    if (++write == 3) write = 0;
    if (++read == 3) read = 0;
  }
  out[blockIdx.x * 64 + t] = sum;
}
