// expect: race
//--block-dim=8 --grid-dim=4
// The next block is called before all threads have done their part.
__device__ int turn;
__global__ void turns_no_barrier_bad(int *sums) {
  if (threadIdx.x == 0)
    while (atomicAdd(&turn, 0) != blockIdx.x)
      ;
  __syncthreads();
  __threadfence();
  sums[threadIdx.x] += blockIdx.x;
  __threadfence();
  if (threadIdx.x == 0)
    atomicExch(&turn, blockIdx.x + 1);
}
