// expect: race
//--local_size=64 --num_groups=4
// The twin of double_buffer_last.cu: the last tile is not waited for.
#include <cuda_pipeline.h>
__global__ void double_buffer_last_bad(const int *in, int *out, int n) {
  __shared__ int buffer[2][64];
  const int t = threadIdx.x;
  int sum = 0, cur = 0;
  __pipeline_memcpy_async(&buffer[0][t], in + t, sizeof(int));
  __pipeline_commit();
  for (int i = 1; i < n; i++) {
    __pipeline_memcpy_async(&buffer[cur ^ 1][t], in + 64 * i + t, sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += buffer[cur][63 - t];
    __syncthreads();
    cur ^= 1;
  }
  __syncthreads();
  sum += buffer[cur][63 - t];
  out[blockIdx.x * 64 + t] = sum;
}
