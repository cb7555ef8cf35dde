// expect: verified
// What is behind a pointer, and an element, are the same for the grid and for the kernel.
struct Grid {
  int *sizes;
  int rows;
};
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i];
}
void run(float *d, Grid *g, int level) {
  up<<<g->sizes[level] / 256, 256>>>(d, g->sizes[level]);
  up<<<g->rows / 256, 256>>>(d, g->rows);
}
