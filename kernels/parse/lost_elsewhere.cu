// expect: verified
// Text that does not parse names variables of its own function, which another function's have the names of.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
void run(float *d) {
  int n = 1024;
  up<<<n / 256, 256>>>(d, n);
}
void other(int n) { draw(n = 7, glPlace(&n)); }
