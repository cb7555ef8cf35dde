// expect: verified
//--local_size=64 --num_groups=4
// Any number of copies are under way when they are waited for, each a group of its own.
#include <cuda_pipeline.h>
__global__ void copy_loop(const int4 *in, int *out, int n) {
  extern __shared__ int4 rows[];
  const int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    __pipeline_memcpy_async(&rows[64 * i + t], in + 64 * i + t, sizeof(int4));
    __pipeline_commit();
  }
  __pipeline_wait_prior(0);
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += rows[64 * i + 63 - t].x;
  out[blockIdx.x * 64 + t] = sum;
}
