// expect: race
//--block-dim=64 --grid-dim=4
// It is set to zero in every other round only.
__global__ void ticket_each_round_odd(int *out, int n) {
  __shared__ int count;
  for (int i = 0; i < n; i++) {
    if (threadIdx.x == 0 && i % 2 == 0)
      count = 0;
    __syncthreads();
    int slot = atomicAdd(&count, 1);
    out[blockIdx.x * 64 + slot] = threadIdx.x;
    __syncthreads();
  }
}
