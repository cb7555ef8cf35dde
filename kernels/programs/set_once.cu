// expect: verified
// A variable that is declared first, and set once.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
void run(float *d) {
  int n, blocks;
  n = 1024;
  blocks = n / 256;
  up<<<blocks, 256>>>(d, n);
}
