// expect: race
//--block-dim=32 --grid-dim=2
// ascent_block.cu where each of two blocks has half of the leaves.
__global__ void climb(int *d, unsigned *come) {
  const unsigned id = blockIdx.x * 32 + threadIdx.x;
  unsigned p = (id + 64) >> 1;
  d[id + 64] = id;
  while (p != 0) {
    __threadfence_block();
    if (atomicOr_block(&come[p], 4u) == 0)
      break;
    __threadfence_block();
    d[p] = d[2 * p] + d[2 * p + 1];
    p >>= 1;
  }
}
