// expect: race
//--block-dim=8 --grid-dim=4
// The lock is that of the bucket, the place is not.
__global__ void buckets_other_cell_bad(int *locks, int *heads, int *next, const int *keys) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, b = keys[i] & 15;
  for (bool todo = true; todo;) {
    if (atomicCAS(&locks[b], 0, 1) == 0) {
      __threadfence();
      next[i] = heads[b];
      heads[b / 2] = i; /*@race*/
      __threadfence();
      atomicExch(&locks[b], 0);
      todo = false;
    }
  }
}
