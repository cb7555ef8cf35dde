// expect: assertion
//--local_size=64 --num_groups=4
// Every other round fills another buffer, which the next round looks at before it has waited.
#include <cuda_pipeline.h>
__global__ void ring_handed_on_other_bad(const int *in, int *out, int n) {
  __shared__ int buffer[3][64];
  const int t = threadIdx.x;
  int sum = 0, read = 0;
  __pipeline_memcpy_async(&buffer[0][t], in + t, sizeof(int));
  __pipeline_commit();
  for (int i = 0; i + 1 < n; i++) {
    const int next = read == 2 ? 0 : read + 1;
    sum += buffer[next][t]; /*@assert*/
    const int write = i % 2 == 0 ? next : read == 0 ? 2 : read - 1;
    __pipeline_memcpy_async(&buffer[write][t], in + 64 * (i + 1) + t, sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    read = next;
  }
  __pipeline_wait_prior(0);
  out[blockIdx.x * 64 + t] = sum;
}
