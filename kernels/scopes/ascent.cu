// expect: verified
//--block-dim=8 --grid-dim=1
// Threads climb a heap: who comes second to a node's parent goes on there, with what both children hold.
__global__ void climb(int *d, int *come) {
  int n = threadIdx.x + 8;
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
