// expect: race
//--local_size=64 --num_groups=4
// The second copy of a round is started once its group is committed: it is in the next one.
#include <cuda_pipeline.h>
__global__ void ring_two_copies(const int *in, int *out, int n) {
  __shared__ int left[2][64], right[2][64];
  const int t = threadIdx.x;
  int sum = 0;
  if (0 < n) {
    __pipeline_memcpy_async(&left[0][t], in + t, sizeof(int));
    __pipeline_memcpy_async(&right[0][t], in + t, sizeof(int));
  }
  __pipeline_commit();
  for (int i = 0; i < n; i++) {
    if (i + 1 < n) {
      __pipeline_memcpy_async(&left[(i + 1) & 1][t], in + 64 * (i + 1) + t, sizeof(int));
    }
    __pipeline_commit();
    if (i + 1 < n)
      __pipeline_memcpy_async(&right[(i + 1) & 1][t], in + 64 * (i + 1) + t, sizeof(int));
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += left[i & 1][63 - t] + right[i & 1][63 - t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}
