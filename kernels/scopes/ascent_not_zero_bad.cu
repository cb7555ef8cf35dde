// expect: race
//--block-dim=8 --grid-dim=1
// The cells hold something at launch.
__device__ int come[8] = {1, 1, 1, 1, 1, 1, 1, 1};
__global__ void climb(int *d) {
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
