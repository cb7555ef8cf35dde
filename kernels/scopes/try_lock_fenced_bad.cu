// expect: race
//--block-dim=8 --grid-dim=4
// Who does not get the lock counts as well, between fences.
__device__ int lock;
__global__ void try_lock_fenced_bad(int *sum) {
  if (atomicCAS(&lock, 0, 7) == 0) {
    __threadfence();
    sum[0]++;
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    __threadfence();
    sum[0]++; /*@race*/
    __threadfence();
  }
}
