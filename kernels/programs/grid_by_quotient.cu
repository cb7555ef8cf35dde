// expect: verified
// Four elements a thread, a grid rounded up by the number of elements of a block: a divisor that nobody knows, but that
// is not zero where the quotient is.
#include <cstdlib>
static int round_up(int n, int by) { return (n + by - 1) / by; }
__global__ void fill(float *d, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  if (i < n)
    for (int j = 0; j < 4; ++j)
      d[i + j] = threadIdx.x;
}
void launch(float *d, int n, int block) {
  fill<<<round_up(n, block * 4), block>>>(d, n);
}
int main(int argc, char **argv) {
  float *d;
  int n = 4 * atoi(argv[1]), block = atoi(argv[2]);
  cudaMalloc(&d, n * sizeof(float));
  launch(d, n, block);
}
