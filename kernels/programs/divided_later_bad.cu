// expect: race
// What is divided behind the launch says nothing of it.
#include <cstdio>
#include <cstdlib>
__global__ void once(float *d, int by) {
  if (by == 0 || threadIdx.x == 0)
    d[blockIdx.x] = threadIdx.x;
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  int by = atoi(argv[1]);
  once<<<128, 32>>>(d, by);
  printf("%d\n", 4096 / by);
}
