// expect: unsupported
//--local_size=64 --num_groups=4
// How many stages are under way at the wait is not known.
#include <cuda/pipeline>
__global__ void pipeline_any(const int *in, int *out, int n) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  auto pipe = cuda::make_pipeline();
  for (int i = 0; i < n; i++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&tile[t], in + t, sizeof(int), pipe);
    pipe.producer_commit();
  }
  pipe.consumer_wait(); /*@unsupported*/
  out[blockIdx.x * 64 + t] = tile[t];
}
