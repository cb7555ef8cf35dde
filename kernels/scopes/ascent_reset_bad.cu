// expect: race
//--block-dim=8 --grid-dim=1
// Who comes first puts the counter back for the next launch: it is too early.
__global__ void climb(int *d, int *come) {
  int n = threadIdx.x + 8;
  d[n] = n;
  while (n > 1) {
    __threadfence();
    if (atomicExch(&come[n / 2], 1) == 0) {
      atomicExch(&come[n / 2], 0);
      if (n > 7)
        return;
    }
    __threadfence();
    d[n / 2] = d[n] + d[n ^ 1];
    n /= 2;
  }
}
