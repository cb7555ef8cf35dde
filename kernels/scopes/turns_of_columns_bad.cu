// expect: race
//--block-dim=8 --grid-dim=2,2
// Blocks of one column have one turn.
__device__ int turn;
__global__ void turns_of_columns_bad(int *sums) {
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
