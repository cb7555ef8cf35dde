// expect: race
//--local_size=64 --num_groups=4
// Each thread has waited for its own copy only.
#include <cuda_pipeline.h>
__global__ void copy_in(const int *in, int *out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], in + blockIdx.x * 64 + t, sizeof(int)); /*@race*/
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[blockIdx.x * 64 + t] = tile[63 - t]; /*@race*/
}
