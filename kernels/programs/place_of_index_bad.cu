// expect: race
// An element whose index changes in between.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, const int *sizes, int level) {
  dim3 blocks(sizes[level] / 256);
  level = level + 1;
  up<<<blocks, 256>>>(d, sizes[level]);
}
