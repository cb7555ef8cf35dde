// expect: race
//--block-dim=1 --grid-dim=4
// The counter is set back under a lock: two blocks may draw the same number.
#define LOCK(l) while (atomicCAS(l, 0, 1) != 0); __threadfence()
#define UNLOCK(l) __threadfence(); atomicExch(l, 0)
__global__ void lock_sets_counter_back_bad(int *l, int *count, int *list) {
  if (blockIdx.x == 0) {
    LOCK(l);
    count[0] = 0;
    UNLOCK(l);
  } else {
    LOCK(l);
    int slot = atomicAdd(count, 1);
    UNLOCK(l);
    list[slot] = blockIdx.x; /*@race*/
  }
}
