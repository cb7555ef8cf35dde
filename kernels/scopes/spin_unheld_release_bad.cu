// expect: race
//--block-dim=8 --grid-dim=4
// Every thread releases the lock, whoever holds it.
__device__ int lock;
__global__ void spin_unheld_release_bad(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    __threadfence();
    *sum += blockIdx.x; /*@race*/
    __threadfence();
  }
  atomicExch(&lock, 0);
}
