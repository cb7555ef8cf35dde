// expect: race
//--block-dim=16 --grid-dim=2
// Two copies of the plain read: the swap checks one in the first round, and another value in the next.

__global__ void k(unsigned *a, unsigned *out) {
  const unsigned first = *a; /*@race*/
  unsigned old = first;
  unsigned assumed;
  do {
    assumed = old;
    old = atomicCAS(a, assumed, assumed + 1);
  } while (assumed != old);
  out[blockIdx.x * blockDim.x + threadIdx.x] = first;
}
