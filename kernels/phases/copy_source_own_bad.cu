// expect: assertion
//--local_size=64 --num_groups=4
// The thread writes what its copy may not have read yet.
#include <cuda_pipeline.h>
__global__ void k(int *in, int *out) {
  __shared__ int x[64];
  int t = threadIdx.x, g = t + 64 * blockIdx.x;
  __pipeline_memcpy_async(&x[t], in + g, 4);
  __pipeline_commit();
  in[g] = 3; /*@assertion*/
  __pipeline_wait_prior(0);
  out[g] = x[t];
}
