// expect: race
// What does not parse names a size: it may have changed.
__global__ void fill(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[threadIdx.x] = i; /*@race*/
}
void run(int *p, int n) {
  int blocks = 1, threads = 256;
  glCount(&blocks, n);
  fill<<<blocks, threads>>>(p, n);
}
