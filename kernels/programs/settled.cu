// expect: verified
// Sizes that are computed from what was assigned before, and never after.
__global__ void sum(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = i < n ? i : 0; // one block a quarter
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0 && n % 256 == 0 && gridDim.x != n / 256)
    p[0] = 1; // never
}
void run(int *p, int argc) {
  int n = 1024;
  if (argc > 1)
    n = 256 * argc;
  for (int i = 0; i < 3; ++i)
    n += 256;
  int blocks = (n + 255) / 256;
  for (int i = 0; i < 10; ++i)
    sum<<<blocks, 256>>>(p, n);
}
