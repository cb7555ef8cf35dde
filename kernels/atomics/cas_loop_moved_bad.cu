// expect: race
//--block-dim=16 --grid-dim=2
// The place moves on between the read and the swap.

__global__ void k(unsigned *a, int n) {
  int i = 0;
  unsigned old = a[i];
  unsigned assumed;
  ++i;
  do {
    assumed = old;
    old = atomicCAS(&a[i % n], assumed, assumed + 1);
  } while (assumed != old);
}
