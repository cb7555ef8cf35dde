// expect: race
// Its grid is no power of two: a condition about bits that is left out at first, and keeps nobody from the race.
__global__ void each(float *d, int n) { // groups of one thread
  d[blockIdx.x & (n - 1)] = blockIdx.x; /*@race*/
}
void run(float *d, int n) {
  if (n > 0 && n <= 1024 && (n & (n - 1)) != 0)
    each<<<n, 1>>>(d, n);
}
