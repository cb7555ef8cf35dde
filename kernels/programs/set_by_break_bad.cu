// expect: race
// A loop that is left from within leaves what it has set by then.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
int ask();
void run(float *d) {
  int n;
  for (n = 0; n < 1024; ++n)
    if (ask())
      break;
  up<<<4, 256>>>(d, n);
}
