// expect: race
// A variable of the file that a default argument changes.
int n = 1 << 20;
int less() { return n /= 3; }
void log(int level = less());
void log(int level) {}
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  dim3 blocks(n / 256);
  log();
  up<<<blocks, 256>>>(d, n);
}
