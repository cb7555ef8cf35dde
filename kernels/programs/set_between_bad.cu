// expect: race
// The second time round the loop, n has changed and the grid has not.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int m) {
  int n = 1024;
  dim3 blocks(n / 256);
  for (int k = 0; k < m; ++k) {
    up<<<blocks, 256>>>(d, n);
    n /= 2;
  }
}
