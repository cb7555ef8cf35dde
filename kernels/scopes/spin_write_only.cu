// expect: verified
//--block-dim=8 --grid-dim=4
// A write waits for the lock: only reads need a fence behind the acquisition.
__device__ int lock;
__global__ void spin_write_only(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    *sum = blockIdx.x;
    __threadfence();
    atomicExch(&lock, 0);
  }
}
