// expect: race
//--block-dim=64 --grid-dim=4
// No block has the thread that should set it to zero.
__global__ void ticket_each_round_absent(int *out, int n) {
  __shared__ int count;
  for (int i = 0; i < n; i++) {
    if (threadIdx.x == 64)
      count = 0;
    __syncthreads();
    int slot = atomicAdd(&count, 1);
    out[blockIdx.x * 64 + slot] = threadIdx.x;
    __syncthreads();
  }
}
