// expect: race
//--local_size=64 --num_groups=4
// No barrier: what other threads have copied is read, and what they read is written.
#include <cuda_pipeline.h>
__global__ void ring_swapped(const int *in, int *out, int n) {
  __shared__ int buffer[3][64];
  const int t = threadIdx.x;
  for (int s = 0; s < 2; s++) {
    if (s < n) __pipeline_memcpy_async(&buffer[s][t], in + 64 * s + t, sizeof(int));
    __pipeline_commit();
  }
  __pipeline_wait_prior(1);
  __syncthreads();
  int read = 0, write = 2, sum = 0;
  for (int i = 0; i < n; i++) {
    sum += buffer[read][63 - t];
    if (i + 2 < n)
      __pipeline_memcpy_async(&buffer[write][t], in + 64 * (i + 2) + t, sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    write = read;
    read = read + 1 == 3 ? 0 : read + 1;
  }
  out[blockIdx.x * 64 + t] = sum;
}
