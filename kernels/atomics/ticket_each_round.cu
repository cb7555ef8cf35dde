// expect: verified
//--block-dim=64 --grid-dim=4
// A counter of the block that is set to zero in each round, between two barriers.
__global__ void ticket_each_round(int *out, int n) {
  __shared__ int count;
  for (int i = 0; i < n; i++) {
    if (threadIdx.x == 0)
      count = 0;
    __syncthreads();
    int slot = atomicAdd(&count, 1);
    out[blockIdx.x * 64 + slot] = threadIdx.x;
    __syncthreads();
  }
}
