// expect: verified
//--block-dim=8 --grid-dim=4
// The last thread of each block waits for its block's turn.
__device__ int turn;
__global__ void turns_last_leader(int *sums) {
  if (threadIdx.x == 7) {
    while (atomicAdd(&turn, 0) != blockIdx.x)
      ;
    __threadfence();
  }
  __syncthreads();
  sums[threadIdx.x] += blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 7) {
    __threadfence();
    atomicAdd(&turn, 1);
  }
}
