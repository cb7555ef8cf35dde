// expect: race
//--block-dim=16 --grid-dim=1
// The swap looks at the lower half of what was read.

__global__ void k(unsigned long long *a) {
  unsigned *p = (unsigned *)a;
  const unsigned long long all = *a; /*@race*/
  unsigned old = (unsigned)all;
  unsigned assumed;
  do {
    assumed = old;
    old = atomicCAS(p, assumed, (unsigned)(all >> 32));
  } while (assumed != old);
}
