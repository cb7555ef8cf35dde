// expect: race
//--block-dim=18 --grid-dim=1
// Two threads have each of the first cells, but three of these lead to one of the next row.
__global__ void climb(int *d, int *come) {
  const int n = threadIdx.x + 18;
  int p = n / 2; // 9 .. 17
  while (p > 2) {
    __threadfence();
    if (atomicExch(&come[p], 1) == 0)
      return;
    __threadfence();
    d[p] = n;
    p /= 3;
  }
}
