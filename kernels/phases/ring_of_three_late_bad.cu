// expect: race
//--local_size=64 --num_groups=4
// The twin of ring_of_three.cu: what is read may still be on its way.
#include <cuda_pipeline.h>
__global__ void ring_of_three_late_bad(const int *in, int *out, int n) {
  __shared__ int buffer[3][64];
  const int t = threadIdx.x;
  int sum = 0;
  for (int s = 0; s < 2; s++) {
    if (s < n) __pipeline_memcpy_async(&buffer[s][t], in + 64 * s + t, sizeof(int));
    __pipeline_commit();
  }
  for (int i = 0; i < n; i++) {
    __pipeline_wait_prior(2);
    __syncthreads();
    if (i + 2 < n)
      __pipeline_memcpy_async(&buffer[(i + 2) % 3][t], in + 64 * (i + 2) + t, sizeof(int));
    __pipeline_commit();
    sum += buffer[i % 3][63 - t]; /*@race*/
  }
  out[blockIdx.x * 64 + t] = sum;
}
