// expect: verified
// The same two variables for one launch after the other; in the second, blocks do half as much each.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
void run(float *d, int m) {
  dim3 threads, blocks;
  int n = 1024;
  threads = dim3(256, 1);
  blocks = dim3(n / threads.x, 1);
  up<<<blocks, threads>>>(d, n);
  n = 2 * n;
  threads = dim3(128, 1);
  blocks = dim3(n / threads.x, 1);
  for (int k = 0; k < m; ++k)
    up<<<blocks, threads>>>(d, n);
  n = m, blocks = 1;
}
