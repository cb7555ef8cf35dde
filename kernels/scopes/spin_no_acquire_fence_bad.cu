// expect: race
//--block-dim=8 --grid-dim=4
// Nothing orders the read behind the acquisition.
__device__ int lock;
__global__ void spin_no_acquire_fence_bad(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    *sum += blockIdx.x; /*@race*/
    __threadfence();
    atomicExch(&lock, 0);
  }
}
