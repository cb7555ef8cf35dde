// expect: race
// A size to which an increment gives its value from before.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int n) {
  int blocks = n / 256, size = 0;
  size = n -= 1;
  n = size++;
  up<<<blocks, 256>>>(d, n);
}
