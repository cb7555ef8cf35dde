// expect: race
//--block-dim=12 --grid-dim=1
// Three threads have each of the first cells; who comes second takes all that they have written.
__global__ void climb(int *d, int *come) {
  int n = threadIdx.x + 12, p = n / 3; // 4 .. 7
  d[n] = n;
  while (p > 0) {
    __threadfence();
    if (atomicExch(&come[p], 1) == 0)
      return;
    __threadfence();
    d[p] = p < 4 ? d[2 * p] + d[2 * p + 1] : d[3 * p] + d[3 * p + 1] + d[3 * p + 2];
    p /= 2;
  }
}
