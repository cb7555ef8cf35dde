// expect: verified
// As many groups as n / (4 * block), and so none beyond n.
__global__ void fill(float *d, int n, int chunks) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i >= n)
    d[chunks] = threadIdx.x;
}
void launch(float *d, int n, int block) {
  int chunks = n / (block * 4);
  fill<<<chunks, block>>>(d, n, chunks);
}
