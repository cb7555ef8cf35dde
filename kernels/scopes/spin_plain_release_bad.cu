// expect: race
//--block-dim=8 --grid-dim=4
// A plain store is no release.
__device__ int lock;
__global__ void spin_plain_release_bad(int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    lock = 0; /*@race*/
  }
}
