// expect: race
// What has been set where it is thrown, holds where that is caught.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void check(int m);
void run(float *d, int m) {
  int n = 1024;
  try {
    n = 512;
    check(m);
    n = 1024;
  } catch (...) {
    up<<<4, 256>>>(d, n);
  }
}
