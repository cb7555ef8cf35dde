// expect: race
//--block-dim=16 --grid-dim=2
// The loop ends as well where the plain read says that there is nothing to do.

__global__ void k(unsigned *most, const unsigned *in) {
  const unsigned mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  unsigned old = *most; /*@race*/
  while (old < mine) {
    const unsigned assumed = old;
    old = atomicCAS(most, assumed, mine);
    if (old == assumed)
      break;
  }
}
