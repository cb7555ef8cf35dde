// expect: verified
//--local_size=64 --num_groups=4
// Three buffers, their numbers go round.
#include <cuda_pipeline.h>
__global__ void ring_counted(const int *in, int *out, int n) {
  __shared__ int buffer[3][64];
  const int t = threadIdx.x;
  int sum = 0, w = 2, r = 0;
  for (int s = 0; s < 2; s++) {
    if (s < n) __pipeline_memcpy_async(&buffer[s][t], in + 64 * s + t, sizeof(int));
    __pipeline_commit();
  }
  for (int i = 0; i < n; i++) {
    __pipeline_wait_prior(1);
    __syncthreads();
    if (i + 2 < n)
      __pipeline_memcpy_async(&buffer[w][t], in + 64 * (i + 2) + t, sizeof(int));
    __pipeline_commit();
    sum += buffer[r][63 - t];
    w = w == 2 ? 0 : w + 1;
    r = r == 2 ? 0 : r + 1;
  }
  out[blockIdx.x * 64 + t] = sum;
}
