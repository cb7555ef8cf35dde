// expect: verified
//--block-dim=8 --grid-dim=4
// A holder between two others: its exchange goes on with what the first has released.
__device__ int lock;
__global__ void chain(int *sum) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(&lock, 0, 1) != 0)
    ;
  if (blockIdx.x == 1) {
    atomicExch(&lock, 0);
    return;
  }
  __threadfence();
  *sum += 1;
  __threadfence();
  atomicExch(&lock, 0);
}
