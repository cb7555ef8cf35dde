// expect: race
// A pointer to it may be called with anything.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void launch(float *d, int n) { up<<<4, 256>>>(d, n); }
