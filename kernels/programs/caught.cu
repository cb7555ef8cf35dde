// expect: verified
// What is thrown and caught has nothing to do with n.
void check(int n);
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
void run(float *d, int n) {
  try {
    check(n);
  } catch (int) {
    return;
  }
  up<<<n / 256, 256>>>(d, n);
}
