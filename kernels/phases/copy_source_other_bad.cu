// expect: race
//--local_size=64 --num_groups=4
// A barrier does not wait for the copies that read.
#include <cuda_pipeline.h>
__global__ void k(int *in, int *out) {
  __shared__ int x[64];
  int t = threadIdx.x, g = t + 64 * blockIdx.x;
  __pipeline_memcpy_async(&x[t], in + g, 4); /*@race*/
  __pipeline_commit();
  __syncthreads();
  in[64 * blockIdx.x + 63 - t] = 3; /*@race*/
  __syncthreads();
  __pipeline_wait_prior(0);
  out[g] = x[t];
}
