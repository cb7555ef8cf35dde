// expect: race
//--block-dim=8 --grid-dim=4
// The fence is for the block, the lock for all.
__device__ int lock;
__global__ void spin_block_fence_bad(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    __threadfence();
    *sum += blockIdx.x; /*@race*/
    __threadfence_block();
    atomicExch(&lock, 0);
  }
}
