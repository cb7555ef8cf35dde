// expect: verified
//--block-dim=8 --grid-dim=4
// A volatile read is not served from what was read before.
__device__ int lock;
__global__ void spin_volatile(volatile int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    *sum = *sum + blockIdx.x;
    __threadfence();
    atomicExch(&lock, 0);
  }
}
