// expect: race
//--block-dim=8 --grid-dim=1
// ascent.cu with a fence in front of the exchange only, and that not on the way to the first: behind the last exchange
// nothing is acquired.
__global__ void climb(int *d, int *come) {
  int n = threadIdx.x + 8;
  d[n] = n;
  __threadfence();
  while (n > 1) {
    if (atomicExch(&come[n / 2], 1) == 0)
      return;
    d[n / 2] = d[n] + d[n ^ 1];
    n /= 2;
    __threadfence();
  }
}
