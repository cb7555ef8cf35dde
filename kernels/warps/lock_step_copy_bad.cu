// expect: race
//--local_size=32 --num_groups=1 --warp-sync=32
// Lock step does not end a copy: that of another lane is under way when its target is read.
#include <cuda_pipeline.h>
__global__ void lock_step_copy(int *out, const int *in) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&tile[t], &in[t], 4); /*@race*/
  __pipeline_commit();
  out[t] = tile[t ^ 1]; /*@race*/
  __pipeline_wait_prior(0);
}
