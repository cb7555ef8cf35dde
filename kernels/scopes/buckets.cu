// expect: verified
//--block-dim=8 --grid-dim=4
// A lock for each bucket of a hash table.
__global__ void buckets(int *locks, int *heads, int *next, const int *keys) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, b = keys[i] & 15;
  for (bool todo = true; todo;) {
    if (atomicCAS(&locks[b], 0, 1) == 0) {
      __threadfence();
      next[i] = heads[b];
      heads[b] = i;
      __threadfence();
      atomicExch(&locks[b], 0);
      todo = false;
    }
  }
}
