// expect: verified
// A variable of the file keeps its value while nothing of the program runs.
int n = 1 << 20;
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i];
}
void run(float *d) {
  dim3 blocks(n / 256);
  float *other = d;
  up<<<blocks, 256>>>(other, n);
}
void resize(int to) { n = to; }
