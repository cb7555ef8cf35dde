// expect: unsupported
//--local_size=64 --num_groups=4
// The hardware copies into shared memory only.
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *part) {
  if (threadIdx.x == 0) {
    __pipeline_memcpy_async(&part[blockIdx.x], in + blockIdx.x, 4); /*@unsupported*/
    __pipeline_commit();
    __pipeline_wait_prior(0);
  }
}
