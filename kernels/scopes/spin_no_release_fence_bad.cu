// expect: race
//--block-dim=8 --grid-dim=4
// Nothing orders the sum before the release.
__device__ int lock;
__global__ void spin_no_release_fence_bad(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    __threadfence();
    *sum += blockIdx.x; /*@race*/
    atomicExch(&lock, 0);
  }
}
