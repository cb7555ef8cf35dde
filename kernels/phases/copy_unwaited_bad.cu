// expect: race
//--local_size=64 --num_groups=4
// No round of the loop waits for the copy that was started in front of it.
#include <cuda_pipeline.h>
__global__ void copy_unwaited(const int *in, int *out, int n) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  int sum = 0;
  __pipeline_memcpy_async(&tile[t], in + t, sizeof(int)); /*@race*/
  __pipeline_commit();
  for (int i = 0; i < n; i++) {
    __syncthreads();
    if (i == 3)
      sum += tile[63 - t]; /*@race*/
  }
  __pipeline_wait_prior(0);
  out[blockIdx.x * 64 + t] = sum + tile[t];
}
