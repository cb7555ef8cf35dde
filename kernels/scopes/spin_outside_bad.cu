// expect: race
//--block-dim=8 --grid-dim=4
// One access is behind the release.
__device__ int lock;
__global__ void spin_outside_bad(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicExch(&lock, 0);
  }
  if (threadIdx.x == 0)
    sum[1] = *sum; /*@race*/
}
