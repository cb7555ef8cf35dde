// expect: race
//--block-dim=16 --grid-dim=2
// The swap expects a value of its own, and stores one made of the plain read.

__global__ void k(unsigned *a) {
  const unsigned first = *a; /*@race*/
  unsigned old = 0;
  unsigned assumed;
  do {
    assumed = old;
    old = atomicCAS(a, assumed, first + 1);
  } while (assumed != old);
}
