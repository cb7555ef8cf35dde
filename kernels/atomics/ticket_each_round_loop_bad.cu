// expect: race
//--block-dim=64 --grid-dim=4
// Several draws by one addition in a round.
__global__ void ticket_each_round_loop(int *out, int n, int m) {
  __shared__ int count;
  for (int i = 0; i < n; i++) {
    if (threadIdx.x == 0)
      count = 0;
    __syncthreads();
    for (int j = 0; j < m; j++)
      out[blockIdx.x * 64 + atomicAdd(&count, 1)] = threadIdx.x;
    __syncthreads();
  }
}
