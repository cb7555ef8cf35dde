// expect: race
//--block-dim=8 --grid-dim=1
// What a thread starts with it writes behind its first exchange.
__global__ void climb(int *d, int *come) {
  int n = threadIdx.x + 8;
  while (n > 1) {
    __threadfence();
    const int before = atomicExch(&come[n / 2], 1);
    if (n >= 8)
      d[n] = n;
    if (before == 0)
      return;
    __threadfence();
    d[n / 2] = d[n] + d[n ^ 1];
    n /= 2;
  }
}
