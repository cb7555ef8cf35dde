// expect: race
// A variable of the file that changes in each round, behind the launch.
int n = 1 << 20;
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int rounds) {
  dim3 blocks(n / 256);
  for (int r = 0; r < rounds; ++r) {
    up<<<blocks, 256>>>(d, n);
    n /= 3;
  }
}
