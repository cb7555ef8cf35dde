// expect: verified
//--local_size=64 --num_groups=4
// The buffer that is filled in one round is the one that is read in the next, and behind the loop.
#include <cuda_pipeline.h>
__global__ void ring_handed_on(const int *in, int *out, int n) {
  __shared__ int buffer[3][64];
  const int t = threadIdx.x;
  int sum = 0, read = 0;
  __pipeline_memcpy_async(&buffer[0][t], in + t, sizeof(int));
  __pipeline_commit();
  for (int i = 0; i + 1 < n; i++) {
    const int write = read == 2 ? 0 : read + 1;
    __pipeline_memcpy_async(&buffer[write][t], in + 64 * (i + 1) + t, sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += buffer[read][63 - t];
    read = write;
  }
  __pipeline_wait_prior(0);
  __syncthreads();
  sum += buffer[read][63 - t];
  out[blockIdx.x * 64 + t] = sum;
}
