// expect: race
//--local_size=64 --num_groups=4
// The buffers' number goes to and fro between 2 and 3 once it has left 0; the one that is under way is read.
#include <cuda_pipeline.h>
__global__ void ring_before_cycle(const int *in, int *out, int n) {
  __shared__ int buffer[4][64];
  const int t = threadIdx.x;
  int sum = 0, write = 0;
  for (int i = 0; i < n; i++) {
    if (write == 2)
      sum += buffer[3][63 - t]; /*@race*/
    __syncthreads();
    __pipeline_memcpy_async(&buffer[write][t], in + 64 * i + t, sizeof(int)); /*@race*/
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    write = write == 2 ? 3 : 2;
  }
  out[blockIdx.x * 64 + t] = sum;
}
