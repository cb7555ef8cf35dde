// expect: unsupported
//--local_size=64 --num_groups=4
// Only the first of the two barriers that take turns is set up.
#include <cuda/barrier>
__global__ void barrier_array(int *out, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar[2];
  __shared__ int tile[2][64];
  const int t = threadIdx.x;
  if (t < 1)
    init(&bar[t], 64);
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < n; i++) {
    tile[i & 1][t] = i + t;
    bar[i & 1].arrive_and_wait();
    sum += tile[i & 1][63 - t];
  }
  out[blockIdx.x * 64 + t] = sum;
}
