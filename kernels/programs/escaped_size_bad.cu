// expect: race
// A variable whose address others have: one of them is called in between.
void load(const char *path, int *n);
void refresh();
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, const char *path) {
  int n = 0;
  load(path, &n);
  dim3 blocks(n / 256);
  refresh();
  up<<<blocks, 256>>>(d, n);
}
