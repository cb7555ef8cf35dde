// expect: race
//--block-dim=8 --grid-dim=4
// The lock is released, and its result asked again.
__device__ int lock;
__global__ void try_lock_late_bad(int *sum) {
  int old = atomicCAS(&lock, 0, 7);
  if (old == 0) {
    __threadfence();
    sum[0]++;
    __threadfence();
    atomicExch(&lock, 0);
  }
  if (old == 0)
    sum[0]++; /*@race*/
}
