// expect: race
// What the grid was computed from changes between the launches.
__global__ void sum(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = i < n ? i : 0;
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0 && n % 256 == 0 && gridDim.x != n / 256)
    p[0] = 1; /*@race*/
}
void run(int *p, int argc) {
  int n = 1024;
  int blocks = (n + 255) / 256;
  for (int i = 0; i < 10; ++i) {
    sum<<<blocks, 256>>>(p, n);
    n += 256;
  }
}
