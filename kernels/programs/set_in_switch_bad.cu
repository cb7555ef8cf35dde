// expect: race
// The case before falls through, and has set n.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int m) {
  int n = 1024;
  switch (m) {
  case 1: n = 512;
  case 2: up<<<4, 256>>>(d, n);
  }
}
