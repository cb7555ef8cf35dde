// expect: race
// A variable of the file that one of two ways changes.
int n = 1 << 20;
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * 256 + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
void run(float *d, bool less) {
  dim3 blocks(n / 256);
  if (less)
    n = 300;
  up<<<blocks, 256>>>(d, n);
}
