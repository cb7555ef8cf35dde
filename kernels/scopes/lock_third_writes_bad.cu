// expect: race
//--block-dim=4 --grid-dim=4
// What a block has written under the lock, a third one may have changed when it reads again.
__global__ void lock_third_writes_bad(int *l, int *x, int *out) {
  if (threadIdx.x == 0) {
    while (atomicCAS(l, 0, 1) != 0)
      ;
    __threadfence();
    x[0] = blockIdx.x;
    __threadfence();
    atomicExch(l, 0);
    while (atomicCAS(l, 0, 1) != 0)
      ;
    __threadfence();
    int w = x[0];
    __threadfence();
    atomicExch(l, 0);
    if (w != blockIdx.x)
      out[0] = blockIdx.x; /*@race*/
  }
}
