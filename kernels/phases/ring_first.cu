// expect: verified
//--local_size=64 --num_groups=4
// The second tile is on its way since before the loop, and read in its second round.
#include <cuda_pipeline.h>
__global__ void ring_first(const int *in, int *out) {
  __shared__ int buffer[2][64];
  const int t = threadIdx.x;
  int sum = 0;
  for (int s = 0; s < 2; s++) {
    __pipeline_memcpy_async(&buffer[s][t], in + 64 * s + t, sizeof(int));
    __pipeline_commit();
  }
  for (int i = 0; i < 2; i++) {
    __pipeline_commit();
    __pipeline_wait_prior(2);
    __syncthreads();
    if (i != 0)
      sum += buffer[1][63 - t];
  }
  out[blockIdx.x * 64 + t] = sum;
}
