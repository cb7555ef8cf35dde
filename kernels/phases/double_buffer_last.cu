// expect: verified
//--local_size=64 --num_groups=4
// Two buffers that are swapped, the last tile behind the loop.
#include <cuda_pipeline.h>
__global__ void double_buffer_last(const int *in, int *out, int n) {
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
  __pipeline_wait_prior(0);
  __syncthreads();
  sum += buffer[cur][63 - t];
  out[blockIdx.x * 64 + t] = sum;
}
