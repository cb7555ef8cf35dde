// expect: race
//--local_size=64 --num_groups=4
// The counter may wrap around to numbers with which nothing is waited for.
#include <cuda_pipeline.h>
__global__ void ring_wraps(const int *in, int *out, unsigned n) {
  __shared__ int buffer[64];
  const int t = threadIdx.x;
  int sum = 0;
  for (unsigned i = 2; i != n; i++) {
    __pipeline_memcpy_async(&buffer[t], in + 64 * (i & 255) + t, sizeof(int));
    __pipeline_commit();
    if (i >= 2)
      __pipeline_wait_prior(0);
    __syncthreads();
    sum += buffer[63 - t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}
