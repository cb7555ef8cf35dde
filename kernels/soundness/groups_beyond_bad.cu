// expect: race
// Twice as many groups as n / (4 * block) that are passed: those behind are beyond n.
__global__ void fill(float *d, int n, int chunks) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i >= n)
    d[chunks] = threadIdx.x; /*@race*/
}
void launch(float *d, int n, int block) {
  int chunks = n / (block * 4);
  fill<<<2 * chunks, block>>>(d, n, chunks);
}
