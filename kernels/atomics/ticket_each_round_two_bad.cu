// expect: race
//--block-dim=64 --grid-dim=4
// Rounds start at two numbers.
__global__ void ticket_each_round_two(int *out, int n) {
  __shared__ int count;
  for (int i = 0; i < n; i++) {
    if (threadIdx.x == 0) {
      if (i & 1)
        count = 8;
      else
        count = 0;
    }
    __syncthreads();
    out[blockIdx.x * 64 + atomicAdd(&count, 1)] = threadIdx.x;
    __syncthreads();
  }
}
