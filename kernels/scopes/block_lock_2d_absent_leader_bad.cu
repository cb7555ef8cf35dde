// expect: race
//--block-dim=[8,4] --grid-dim=4
// The twin of block_lock_2d_leader.cu: a row that no block has.
__device__ int lock;
__global__ void block_lock_2d_absent_leader_bad(int *sums) {
  if (threadIdx.x == 0 && threadIdx.y == 4)
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
  __syncthreads();
  __threadfence();
  sums[threadIdx.y * 8 + threadIdx.x] += blockIdx.x; /*@race*/
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 4)
    atomicExch(&lock, 0);
}
