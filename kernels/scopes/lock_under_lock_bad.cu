// expect: race
//--block-dim=4 --grid-dim=4
// A plain store frees a lock that is held; another lock orders it, so that it is no race by itself.
#define LOCK(l) while (atomicCAS(l, 0, 1) != 0); __threadfence()
#define UNLOCK(l) __threadfence(); atomicExch(l, 0)
__global__ void lock_under_lock_bad(int *outer, int *inner, int *data) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    LOCK(outer);
    *inner = 0;
    UNLOCK(outer);
    return;
  }
  LOCK(outer);
  int old = atomicCAS(inner, 0, 1);
  UNLOCK(outer);
  if (old == 0) {
    __threadfence();
    data[0] += 1; /*@race*/
    __threadfence();
    LOCK(outer);
    atomicExch(inner, 0);
    UNLOCK(outer);
  }
}
