// expect: race
//--local_size=64 --num_groups=4
// The zeros of a copy are written when the copy is, too.
#include <cuda_pipeline.h>
__global__ void k(int4 *in, int *out, int n) {
  __shared__ int4 x[64];
  int t = threadIdx.x, g = t + 64 * blockIdx.x;
  __pipeline_memcpy_async(&x[t], in + g, 16, 12); /*@race*/
  __pipeline_commit();
  __syncthreads();
  __pipeline_wait_prior(0);
  out[g] = x[t ^ 1].z; /*@race*/
}
