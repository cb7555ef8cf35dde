// expect: race
//--block-dim=8 --grid-dim=4
// Only one thread waits.
__device__ int turn;
__global__ void turns_not_awaited_bad(int *sums) {
  if (threadIdx.x == 0)
    while (atomicAdd(&turn, 0) != blockIdx.x)
      ;
  __threadfence();
  sums[threadIdx.x] += blockIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(&turn, blockIdx.x + 1);
}
