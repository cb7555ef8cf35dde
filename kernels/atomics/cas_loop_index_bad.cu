// expect: race
//--block-dim=16 --grid-dim=2
// What is read chooses what is stored.

__global__ void k(unsigned *a, const unsigned *next) {
  unsigned old = *a; /*@race*/
  unsigned assumed;
  do {
    assumed = old;
    old = atomicCAS(a, assumed, next[assumed & 15]);
  } while (assumed != old);
}
