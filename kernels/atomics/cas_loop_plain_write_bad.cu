// expect: race
//--block-dim=16 --grid-dim=2
// The read is harmless beside swaps, not beside a plain write.

__global__ void k(unsigned *a) {
  unsigned old = *a;
  unsigned assumed;
  do {
    assumed = old;
    old = atomicCAS(a, assumed, assumed + 1);
  } while (assumed != old);
  if (threadIdx.x == 3)
    *a = 7; /*@race*/
}
