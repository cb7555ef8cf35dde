// expect: race
//--block-dim=8 --grid-dim=1
// Who comes first goes on, and who comes second ends.
__global__ void climb(int *d, int *come) {
  int n = threadIdx.x + 8;
  d[n] = n;
  while (n > 1) {
    __threadfence();
    if (atomicAdd(&come[n / 2], 1) == 1)
      return;
    __threadfence();
    d[n / 2] = d[n] + d[n ^ 1];
    n /= 2;
  }
}
