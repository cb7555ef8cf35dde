// expect: race
//--block-dim=16 --grid-dim=2
// What is stored is made of the plain read in later rounds as well, where the swap expects another value.

__global__ void k(unsigned *a) {
  const unsigned first = *a; /*@race*/
  const unsigned next = first + 1;
  unsigned old = first;
  unsigned assumed;
  do {
    assumed = old;
    old = atomicCAS(a, assumed, next);
  } while (assumed != old);
}
