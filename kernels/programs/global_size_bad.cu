// expect: race
// A variable of the file that a function sets which is called in between.
int n = 1 << 20;
void resize(int to) { n = to; }
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  dim3 blocks(n / 256);
  resize(512);
  up<<<blocks, 256>>>(d, n);
}
