// expect: verified
//--block-dim=32 --grid-dim=1
// One block: its atomics and fences are of the block.
__global__ void climb(int *d, unsigned *come) {
  unsigned p = (threadIdx.x + 32) >> 1;
  d[threadIdx.x + 32] = threadIdx.x;
  while (p != 0) {
    __threadfence_block();
    if (atomicOr_block(&come[p], 4u) == 0)
      break;
    __threadfence_block();
    d[p] = d[2 * p] + d[2 * p + 1];
    p >>= 1;
  }
}
