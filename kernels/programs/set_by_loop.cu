// expect: verified
// A loop that only its condition ends.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
int ask();
void run(float *d) {
  int n = ask();
  while (n < 1024)
    n += ask();
  up<<<4, 256>>>(d, n);
}
