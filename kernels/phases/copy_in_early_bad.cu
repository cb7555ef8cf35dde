// expect: race
//--local_size=64 --num_groups=4
// The barrier stands in front of the wait: others read what may still be on its way.
#include <cuda_pipeline.h>
__global__ void copy_in(const int *in, int *out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], in + blockIdx.x * 64 + t, sizeof(int)); /*@race*/
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  out[blockIdx.x * 64 + t] = tile[63 - t]; /*@race*/
}
