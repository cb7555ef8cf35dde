// expect: verified
//--block-dim=8 --grid-dim=4
// The lock that was taken is released by another name.
__global__ void buckets_copy(int *locks, int *heads, int *next, const int *keys) {
  int b = keys[blockIdx.x] & 15, c = b;
  if (threadIdx.x == 0) {
    while (atomicCAS(&locks[b], 0, 1) != 0)
      ;
    __threadfence();
    heads[c] = blockIdx.x;
    __threadfence();
    atomicExch(&locks[c], 0);
  }
}
