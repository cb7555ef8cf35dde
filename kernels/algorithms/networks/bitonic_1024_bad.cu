// expect: race
//--block-dim=512 --grid-dim=*
// One mask for all stages of a run: the comparators of one stage share keys.
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
      unsigned at = 2 * threadIdx.x - (threadIdx.x & (run / 2 - 1));
      compare(&tile[at], &tile[at + gap], (at & run) != 0);
    }
  __syncthreads();
  mine[threadIdx.x] = tile[threadIdx.x];
  mine[threadIdx.x + 512] = tile[threadIdx.x + 512];
}
