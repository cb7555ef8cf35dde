// expect: race
//--block-dim=9 --grid-dim=1
// Three children each, but who comes second goes on already.
__global__ void climb(int *d, int *come) {
  int n = threadIdx.x + 9;
  d[n] = n;
  while (n > 3) {
    __threadfence();
    if (atomicExch(&come[n / 3], 1) == 0)
      return;
    __threadfence();
    d[n / 3] = d[n / 3 * 3] + d[n / 3 * 3 + 1] + d[n / 3 * 3 + 2];
    n /= 3;
  }
}
