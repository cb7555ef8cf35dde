// expect: race
//--block-dim=8 --grid-dim=4
// The last place is under no lock that others hold.
__global__ void two_locks_bad(int *locks, int *money) {
  int a = 2 * (blockIdx.x % 2), b = a + 1;
  if (threadIdx.x == 0) {
    while (atomicCAS(&locks[a], 0, 1) != 0)
      ;
    while (atomicCAS(&locks[b], 0, 1) != 0)
      ;
    __threadfence();
    money[a] -= 1;
    money[b] += 1;
    money[4] += 1; /*@race*/
    __threadfence();
    atomicExch(&locks[b], 0);
    atomicExch(&locks[a], 0);
  }
}
