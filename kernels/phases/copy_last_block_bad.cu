// expect: race
//--local_size=64 --num_groups=4
// A block is counted before it has waited for its copy.
#include <cuda/pipeline>
__device__ unsigned done;
__global__ void k(const int *in, int *part, int *out) {
  __shared__ int last;
  if (threadIdx.x == 0) {
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&part[blockIdx.x], in + blockIdx.x, sizeof(int), pipe); /*@race*/
    pipe.producer_commit();
    __threadfence();
    last = atomicAdd(&done, 1) == gridDim.x - 1;
    cuda::pipeline_consumer_wait_prior<0>(pipe);
  }
  __syncthreads();
  if (last) {
    __threadfence();
    int sum = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) sum += part[i]; /*@race*/
    out[threadIdx.x] = sum;
  }
}
