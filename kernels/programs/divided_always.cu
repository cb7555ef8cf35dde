// expect: verified
// Where the launch is, something has been divided by `by`, so that it is not zero.
#include <cstdlib>
__global__ void once(float *d, int by) {
  if (by == 0 || threadIdx.x == 0)
    d[blockIdx.x] = threadIdx.x;
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  int by = atoi(argv[1]);
  once<<<4096 / by, 32>>>(d, by);
}
