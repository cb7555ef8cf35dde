// expect: race
//--block-dim=8 --grid-dim=4
// The second release may let in one more than the holder.
__device__ int lock;
__global__ void spin_released_twice_bad(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicExch(&lock, 0);
    if (*sum > 3)
      atomicExch(&lock, 0);
  }
}
