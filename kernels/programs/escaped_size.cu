// expect: verified
// A variable whose address others have keeps its value while nothing is called.
void load(const char *path, int *n);
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i];
}
void run(float *d, const char *path) {
  int n = 0;
  load(path, &n);
  dim3 blocks(n / 256);
  up<<<blocks, 256>>>(d, n);
}
