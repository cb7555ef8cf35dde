// expect: verified
//--block-dim=8 --grid-dim=4
// A spin lock: what is done under it is ordered.
__device__ int lock;
__global__ void spin(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicExch(&lock, 0);
  }
}
