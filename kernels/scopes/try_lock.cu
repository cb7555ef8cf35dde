// expect: verified
//--block-dim=8 --grid-dim=4
// Who does not get the lock does something else.
__device__ int lock;
__global__ void try_lock(int *sum) {
  if (atomicCAS(&lock, 0, 7) == 0) {
    __threadfence();
    sum[0]++;
    __threadfence();
    atomicExch(&lock, 0);
  } else {
    atomicAdd(&sum[1], 1);
  }
}
