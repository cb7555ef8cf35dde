// expect: race
// A helper returns what its assignment gives.
int &next(int &n) { return n = n + 256; }
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int n) {
  int &same = next(n);
  dim3 blocks(n / 256);
  same = 5;
  up<<<blocks, 256>>>(d, n);
}
