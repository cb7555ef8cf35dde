// expect: race
// An element that may have changed since.
int ask(int *sizes);
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int *sizes, int level) {
  dim3 blocks(sizes[level] / 256);
  ask(sizes);
  up<<<blocks, 256>>>(d, sizes[level]);
}
