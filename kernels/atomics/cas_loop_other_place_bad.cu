// expect: race
//--block-dim=16 --grid-dim=2
// What is read is swapped somewhere else.

__global__ void k(unsigned *a) {
  unsigned old = a[0]; /*@race*/
  unsigned assumed;
  do {
    assumed = old;
    old = atomicCAS(&a[threadIdx.x & 1], assumed, assumed + 1);
  } while (assumed != old);
}
