// expect: verified
//--local_size=64 --num_groups=4
// A barrier waits for the copies that were started with it, whoever has made them.
#include <cuda/barrier>
__global__ void barrier_copy(const int4 *in, int *out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int4 tile[16];
  const int t = threadIdx.x;
  int sum = 0;
  if (t == 0)
    init(&bar, 64);
  __syncthreads();
  for (int i = 0; i < n; i++) {
    if (t < 16)
      cuda::memcpy_async(&tile[t], in + 16 * i + t, sizeof(int4), bar);
    bar.arrive_and_wait();
    sum += tile[t / 4].y;
    bar.arrive_and_wait();
  }
  out[blockIdx.x * 64 + t] = sum;
}
