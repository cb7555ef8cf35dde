// expect: race
// The quotient is evaluated only where the divisor is not zero: it says nothing of the divisor.
#include <cstdlib>
__global__ void once(float *d, int by) {
  if (by == 0 || threadIdx.x == 0)
    d[blockIdx.x] = threadIdx.x;
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  int by = atoi(argv[1]);
  once<<<by != 0 ? 4096 / by : 1, 32>>>(d, by);
}
