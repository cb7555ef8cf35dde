// expect: race
//--block-dim=16 --grid-dim=2
// What is read is stored before it is checked.

__global__ void k(unsigned *a, unsigned *seen) {
  unsigned old = *a; /*@race*/
  unsigned assumed;
  do {
    assumed = old;
    seen[blockIdx.x * blockDim.x + threadIdx.x] = assumed;
    old = atomicCAS(a, assumed, assumed + 1);
  } while (assumed != old);
}
