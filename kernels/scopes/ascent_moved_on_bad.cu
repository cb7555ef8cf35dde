// expect: race
//--block-dim=8 --grid-dim=1
// The second comer writes to its parent's parent, of which it is not the second.
__global__ void climb(int *d, int *come) {
  int n = threadIdx.x + 8;
  while (n > 1) {
    __threadfence();
    if (atomicExch(&come[n / 2], 1) == 0)
      return;
    __threadfence();
    n /= 2;
    d[n / 2] = threadIdx.x;
  }
}
