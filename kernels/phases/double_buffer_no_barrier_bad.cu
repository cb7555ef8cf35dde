// expect: race
//--local_size=64 --num_groups=4
// Two buffers, but without the barrier behind the reads.
#include <cuda_pipeline.h>
__global__ void double_buffer(const int *in, int *out, int n) {
  __shared__ int buffer[2][64];
  const int t = threadIdx.x;
  int sum = 0;
  __pipeline_memcpy_async(&buffer[0][t], in + t, sizeof(int));
  __pipeline_commit();
  for (int i = 0; i < n; i++) {
    if (i + 1 < n)
      __pipeline_memcpy_async(&buffer[(i + 1) & 1][t], in + 64 * (i + 1) + t, sizeof(int)); /*@race*/
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += buffer[i & 1][63 - t];
  }
  out[blockIdx.x * 64 + t] = sum;
}
