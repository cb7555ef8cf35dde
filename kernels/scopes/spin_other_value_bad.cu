// expect: race
//--block-dim=8 --grid-dim=4
// The lock is free at 0, and 1 is what is taken for free.
__device__ int lock;
__global__ void spin_other_value_bad(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) == 0)
      ;
    __threadfence();
    *sum += blockIdx.x; /*@race*/
    __threadfence();
    atomicExch(&lock, 0);
  }
}
