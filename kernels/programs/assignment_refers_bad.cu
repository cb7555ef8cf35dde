// expect: race
// What an assignment gives is the variable, which gets another name by it.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int n, int m) {
  int &same = (n = m);
  dim3 blocks(n / 256);
  same = 5;
  up<<<blocks, 256>>>(d, n);
}
