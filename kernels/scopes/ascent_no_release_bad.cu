// expect: race
//--block-dim=8 --grid-dim=1
// ascent.cu without the fence in front of the exchange.
__global__ void climb(int *d, int *come) {
  int n = threadIdx.x + 8;
  d[n] = n;
  while (n > 1) {
    if (atomicExch(&come[n / 2], 1) == 0)
      return;
    __threadfence();
    d[n / 2] = d[n] + d[n ^ 1];
    n /= 2;
  }
}
