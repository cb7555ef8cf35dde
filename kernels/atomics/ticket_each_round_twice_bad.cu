// expect: race
//--block-dim=64 --grid-dim=4
// Two draws in a round.
__global__ void ticket_each_round_twice(int *out, int n) {
  __shared__ int count;
  for (int i = 0; i < n; i++) {
    if (threadIdx.x == 0)
      count = 0;
    __syncthreads();
    int slot = atomicAdd(&count, 1);
    out[blockIdx.x * 64 + slot] = threadIdx.x;
    out[blockIdx.x * 64 + atomicAdd(&count, 1)] = threadIdx.x + 64;
    __syncthreads();
  }
}
