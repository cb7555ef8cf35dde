// expect: race
// Read from the command line later.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
#include <cstdio>
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  int n;
  sscanf(argv[1], "%d", &n);
  up<<<1, 256>>>(d, n);
  cudaDeviceSynchronize();
}
