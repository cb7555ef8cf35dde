// expect: race
// Set on one way only.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, int argc) {
  int n, blocks;
  n = 512;
  if (argc < 2)
    n = 1024;
  blocks = 4;
  up<<<blocks, 256>>>(d, n);
}
