// expect: assertion
//--local_size=64 --num_groups=4
// The thread's own copy is not committed, and so not waited for.
#include <cuda_pipeline.h>
__global__ void copy_own(const int *in, int *out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], in + blockIdx.x * 64 + t, sizeof(int));
  __pipeline_wait_prior(0);
  out[blockIdx.x * 64 + t] = tile[t]; /*@assertion*/
}
