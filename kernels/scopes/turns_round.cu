// expect: verified
//--block-dim=8 --grid-dim=4
// The blocks take turns again and again.
__device__ int turn;
__global__ void turns_round(int *sums) {
  for (int round = 0; round < 3; ++round) {
  if (threadIdx.x == 0)
    while (atomicAdd(&turn, 0) != blockIdx.x)
      ;
  __syncthreads();
  __threadfence();
  sums[threadIdx.x] += blockIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(&turn, (blockIdx.x + 1) % gridDim.x);
  }
}
