// expect: race
//--block-dim=8 --grid-dim=4
// The bucket is another one when it is written: its lock is not held.
__global__ void buckets_moved_bad(int *locks, int *heads, int *next, const int *keys) {
  int b = keys[blockIdx.x] & 15, c = b;
  if (threadIdx.x == 0) {
    while (atomicCAS(&locks[b], 0, 1) != 0)
      ;
    __threadfence();
    b = keys[blockIdx.x + 1] & 15;
    heads[b] = blockIdx.x; /*@race*/
    __threadfence();
    atomicExch(&locks[c], 0);
  }
}
