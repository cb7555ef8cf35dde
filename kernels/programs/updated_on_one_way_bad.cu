// expect: race
// A size that operators have changed on the way, less on one of two.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int n, bool more) {
  n *= 256;
  dim3 blocks(n / 256);
  if (more)
    n -= 2;
  n++;
  up<<<blocks, 256>>>(d, n);
}
