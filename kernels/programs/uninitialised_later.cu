// expect: verified
// Set where it is declared.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
#include <cstdio>
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  const int m = 300, n = m > 256 ? 512 : 256;
  up<<<1, 256>>>(d, n);
  cudaDeviceSynchronize();
}
