// expect: verified
//--block-dim=8 --grid-dim=4
// The blocks take turns in the order of their numbers; one thread waits, and calls the next, for its block.
__device__ int turn;
__global__ void turns(int *sums) {
  if (threadIdx.x == 0)
    while (atomicAdd(&turn, 0) != blockIdx.x)
      ;
  __syncthreads();
  __threadfence();
  sums[threadIdx.x] += blockIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(&turn, blockIdx.x + 1);
}
