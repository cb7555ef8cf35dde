// expect: race
// The same function's.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d) {
  int n = 1024;
  GLplace place(n = 7);
  up<<<4, 256>>>(d, n);
}
