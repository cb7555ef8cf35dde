// expect: race
//--block-dim=8 --grid-dim=4
// No fence before the release.
__global__ void shared_lock_bad(int *out) {
  __shared__ int lock, sum;
  if (threadIdx.x == 0) {
    lock = 0;
    sum = 0;
  }
  __syncthreads();
  for (bool todo = true; todo;) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence_block();
      sum += threadIdx.x; /*@race*/
      (void)0;
      atomicExch(&lock, 0);
      todo = false;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}
