// expect: race
//--local_size=64 --num_groups=4
// It is waited for when the next one is started, and read before.
#include <cuda_pipeline.h>
__global__ void copy_every_other(const int *in, int *out, int n) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  int sum = 0;
  tile[t] = 0;
  __syncthreads();
  for (int i = 0; i < n; i++) {
    if (i & 1) {
      __pipeline_wait_prior(0);
      __pipeline_memcpy_async(&tile[t], in + 64 * i + t, sizeof(int)); /*@race*/
      __pipeline_commit();
    } else {
      sum += tile[63 - t]; /*@race*/
    }
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}
