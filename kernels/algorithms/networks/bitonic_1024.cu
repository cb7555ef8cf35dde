// expect: verified
//--block-dim=512 --grid-dim=*
// A bitonic network over 1,024 keys of a block, a comparator a thread and stage.
__device__ void compare(unsigned *low, unsigned *high, bool down) {
  if ((*low > *high) != down) {
    unsigned other = *low;
    *low = *high;
    *high = other;
  }
}
__global__ void bitonic(unsigned *keys) {
  __shared__ unsigned tile[1024];
  unsigned *mine = keys + (size_t)blockIdx.x * 1024;
  tile[threadIdx.x] = mine[threadIdx.x];
  tile[threadIdx.x + 512] = mine[threadIdx.x + 512];
  for (unsigned run = 2; run <= 1024; run *= 2)
    for (unsigned gap = run / 2; gap != 0; gap /= 2) {
      __syncthreads();
      unsigned at = 2 * threadIdx.x - (threadIdx.x & (gap - 1));
      compare(&tile[at], &tile[at + gap], (at & run) != 0);
    }
  __syncthreads();
  mine[threadIdx.x] = tile[threadIdx.x];
  mine[threadIdx.x + 512] = tile[threadIdx.x + 512];
}
