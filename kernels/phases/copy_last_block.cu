// expect: verified
//--local_size=64 --num_groups=4
// Each block copies a part; the last one that is done reads all.
#include <cuda/pipeline>
__device__ unsigned done;
__global__ void k(const int *in, int *part, int *out) {
  __shared__ int last;
  if (threadIdx.x == 0) {
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&part[blockIdx.x], in + blockIdx.x, sizeof(int), pipe);
    pipe.producer_commit(); cuda::pipeline_consumer_wait_prior<0>(pipe);
    __threadfence();
    last = atomicAdd(&done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    int sum = 0;
    for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) sum += part[i];
    out[threadIdx.x] = sum;
  }
}
