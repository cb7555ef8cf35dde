// expect: race
//--local_size=64 --num_groups=4
// In the second loop one group more is left under way. (For any n the race takes longer to find than the assertion.)
#include <cuda_pipeline.h>
__device__ void start(int (*row)[64], const int *in, int i) {
  __pipeline_memcpy_async(&row[i % 2][threadIdx.x], in + 64 * i + threadIdx.x, sizeof(int));
}
__global__ void ring_two_loops(const int *in, int *out, int n) {
  __requires(n == 4);
  __shared__ int row[2][64];
  const int t = threadIdx.x;
  int sum = 0;
  if (0 < n)
    start(row, in, 0);
  __pipeline_commit();
  for (int i = 0; i < n; i++) {
    if (i + 1 < n)
      start(row, in, i + 1);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += row[i % 2][63 - t];
    __syncthreads();
  }
  __pipeline_wait_prior(1);
  __syncthreads();
  if (0 < n)
    start(row, in, 0);
  __pipeline_commit();
  for (int i = 0; i < n; i++) {
    if (i + 1 < n)
      start(row, in, i + 1);
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    sum += row[i % 2][63 - t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum;
}
