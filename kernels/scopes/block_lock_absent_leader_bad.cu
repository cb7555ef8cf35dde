// expect: race
//--block-dim=8 --grid-dim=4
// The twin of block_lock_other_leader.cu: no block has the thread that would take the lock.
__device__ int lock;
__global__ void block_lock_absent_leader_bad(int *sums) {
  if (threadIdx.x == 8)
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
  __syncthreads();
  __threadfence();
  sums[threadIdx.x] += blockIdx.x; /*@race*/
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 8)
    atomicExch(&lock, 0);
}
