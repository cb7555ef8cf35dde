// expect: race
//--block-dim=8 --grid-dim=4
// It is the block's turn, not the thread's.
__device__ int turn;
__global__ void turns_same_element_bad(int *sums) {
  if (threadIdx.x == 0)
    while (atomicAdd(&turn, 0) != blockIdx.x)
      ;
  __syncthreads();
  __threadfence();
  sums[0] += blockIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(&turn, blockIdx.x + 1);
}
