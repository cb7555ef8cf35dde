// expect: race
//--local_size=64 --num_groups=4
// A copy that may go on when the lock is released.
#include <cuda_pipeline.h>
__device__ int lock, cell;
__global__ void k(const int *in, int *out) {
  __shared__ int x[1];
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {}
    __threadfence();
    __pipeline_memcpy_async(&cell, in + blockIdx.x, 4); /*@race*/
    __pipeline_commit();
    __threadfence();
    atomicExch(&lock, 0);
    __pipeline_wait_prior(0);
  }
}
