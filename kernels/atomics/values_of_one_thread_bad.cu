// expect: assertion
//--block-dim=1 --grid-dim=1
// A counter that wraps at 6 does not count to 7.

__global__ void k(unsigned *a) {
  atomicExch(&a[0], 6u);
  atomicInc(&a[0], 6u);
  const unsigned last = a[0];
  __assert(last == 7u); /*@assert*/
}
