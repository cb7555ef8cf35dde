// expect: race
// A call that does not parse passes other sizes.
__global__ void fill(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[threadIdx.x] = i; /*@race*/
}
void run(int *p, int n, int blocks) { fill<<<blocks, 256>>>(p, n); }
void once(int *p, int n) { run(p, n, 1); }
void often(int *p, int n) { run(p, n, glBlocks(n)); }
