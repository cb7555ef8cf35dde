// expect: race
//--block-dim=8 --grid-dim=1
// Nodes 4 and 5 are where threads start and where others come to: four have the cell of node 2.
__global__ void climb(int *d, int *come) {
  int n = threadIdx.x + 4;
  if (n > 5)
    d[n] = n;
  while (n > 1) {
    __threadfence();
    if (atomicExch(&come[n / 2], 1) == 0)
      return;
    __threadfence();
    if (n < 6)
      d[n / 2] = n;
    n /= 2;
  }
}
