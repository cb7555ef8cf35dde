// expect: verified
//--block-dim=8 --grid-dim=4
// Two locks of one array: each place under its own.
__global__ void two_locks(int *locks, int *money) {
  int a = 2 * (blockIdx.x % 2), b = a + 1;
  if (threadIdx.x == 0) {
    while (atomicCAS(&locks[a], 0, 1) != 0)
      ;
    while (atomicCAS(&locks[b], 0, 1) != 0)
      ;
    __threadfence();
    money[a] -= 1;
    money[b] += 1;
    __threadfence();
    atomicExch(&locks[b], 0);
    atomicExch(&locks[a], 0);
  }
}
