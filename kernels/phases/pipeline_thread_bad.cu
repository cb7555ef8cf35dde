// expect: race
//--local_size=64 --num_groups=4
// A pipeline of each thread, but the stage is committed behind the wait.
#include <cuda/pipeline>
__global__ void pipeline_thread(const float4 *in, float *out, int n) {
  __shared__ float4 tile[64];
  const int t = threadIdx.x;
  const auto shape = cuda::aligned_size_t<alignof(float4)>(sizeof(float4));
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  float sum{};
  for (int i = 0; i < n; i++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], in + 64 * i + t, shape, pipe); /*@race*/
    pipe.consumer_wait();
    pipe.producer_commit();
    __syncthreads();
    sum += tile[63 - t].x; /*@race*/
    pipe.consumer_release();
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
