// expect: race
//--block-dim=8 --grid-dim=4
// The lock is one for each block: two blocks may both get it.
__device__ int lock;
__global__ void spin_block_scope_bad(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS_block(&lock, 0, 1) != 0) /*@race*/
      ;
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicExch_block(&lock, 0);
  }
}
