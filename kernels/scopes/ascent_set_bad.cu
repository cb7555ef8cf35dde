// expect: race
//--block-dim=8 --grid-dim=1
// One cell is set by somebody else: who comes there first goes on.
__global__ void climb(int *d, int *come) {
  int n = threadIdx.x + 8;
  if (n == 8)
    atomicExch(&come[5], 1);
  d[n] = n;
  while (n > 1) {
    __threadfence();
    if (atomicExch(&come[n / 2], 1) == 0)
      return;
    __threadfence();
    d[n / 2] = d[n] + d[n ^ 1];
    n /= 2;
  }
}
