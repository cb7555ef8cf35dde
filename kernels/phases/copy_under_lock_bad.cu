// expect: race
//--local_size=64 --num_groups=4
// A copy that may go on when the lock is released.
#include <cuda/pipeline>
__device__ int lock, cell;
__global__ void k(const int *in, int *out) {
  __shared__ int x[1];
  if (threadIdx.x == 0) {
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    while (atomicCAS(&lock, 0, 1) != 0) {}
    __threadfence();
    cuda::memcpy_async(&cell, in + blockIdx.x, sizeof(int), pipe); /*@race*/
    pipe.producer_commit();
    __threadfence();
    atomicExch(&lock, 0);
    cuda::pipeline_consumer_wait_prior<0>(pipe);
  }
}
