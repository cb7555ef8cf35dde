// expect: race
// Likewise in a helper that returns before.
#include <cstdlib>
static int groups(int n, int by) {
  if (by == 0)
    return 1;
  return n / by;
}
__global__ void once(float *d, int by) {
  if (by == 0 || threadIdx.x == 0)
    d[blockIdx.x] = threadIdx.x;
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  int by = atoi(argv[1]);
  once<<<groups(4096, by), 32>>>(d, by);
}
