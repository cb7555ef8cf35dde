// expect: verified
// Its grid is a power of two, which the kernel needs: a condition about bits that a proof cannot do without.
__global__ void each(float *d, int n) { // groups of one thread
  d[blockIdx.x & (n - 1)] = blockIdx.x;
}
void run(float *d, int n) {
  if (n > 0 && n <= 1024 && (n & (n - 1)) == 0)
    each<<<n, 1>>>(d, n);
}
