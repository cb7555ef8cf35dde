// expect: race
//--block-dim=8 --grid-dim=1
// Who is whose parent stands in memory: three nodes may have one.
__global__ void climb(int *d, int *come, const int *__restrict__ parent) {
  int n = threadIdx.x + 8;
  d[n] = n;
  while (n > 1) {
    __threadfence();
    if (atomicExch(&come[parent[n]], 1) == 0)
      return;
    __threadfence();
    n = parent[n];
    d[n] = threadIdx.x;
  }
}
