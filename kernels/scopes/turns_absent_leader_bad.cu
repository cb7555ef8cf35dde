// expect: race
//--block-dim=8 --grid-dim=4
// The twin of turns_last_leader.cu: no block has a thread 8.
__device__ int turn;
__global__ void turns_absent_leader_bad(int *sums) {
  if (threadIdx.x == 8) {
    while (atomicAdd(&turn, 0) != blockIdx.x)
      ;
    __threadfence();
  }
  __syncthreads();
  sums[threadIdx.x] += blockIdx.x; /*@race*/
  __syncthreads();
  if (threadIdx.x == 8) {
    __threadfence();
    atomicAdd(&turn, 1);
  }
}
