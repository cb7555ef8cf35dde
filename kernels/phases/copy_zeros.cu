// expect: verified
//--local_size=64 --num_groups=4
// Zeros instead of what lies outside: nothing is read there.
#include <cuda_pipeline.h>
__global__ void k(int4 *in, int *out, int n) {
  __shared__ int4 x[64];
  int t = threadIdx.x, g = t + 64 * blockIdx.x;
  __pipeline_memcpy_async(&x[t], in + g, 16, g < n ? 0 : 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[g] = x[t ^ 1].z;
}
