// expect: race
// An element that an argument changes.
int ask(int *sizes);
__global__ void up(float *d, int n, int m) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int *sizes, int level) { up<<<sizes[level] / 256, 256>>>(d, sizes[level], ask(sizes)); }
