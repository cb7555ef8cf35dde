// expect: race
//--block-dim=8 --grid-dim=4
// No fence before the next block is called.
__device__ int turn;
__global__ void turns_no_fence_bad(int *sums) {
  if (threadIdx.x == 0)
    while (atomicAdd(&turn, 0) != blockIdx.x)
      ;
  __syncthreads();
  __threadfence();
  sums[threadIdx.x] += blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(&turn, blockIdx.x + 1);
}
