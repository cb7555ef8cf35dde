// expect: race
//--block-dim=8 --grid-dim=1
// It reads what the neighbour of its parent holds as well, of which nobody has told it.
__global__ void climb(int *d, int *come) {
  int n = threadIdx.x + 8;
  d[n] = n;
  while (n > 1) {
    __threadfence();
    if (atomicExch(&come[n / 2], 1) == 0)
      return;
    __threadfence();
    d[n / 2] = d[n] + d[n ^ 1] + d[n ^ 2];
    n /= 2;
  }
}
