// expect: race
// Text is read into a number between two arguments.
#include <cstdio>
__global__ void one(int *d, int n, int status, int m) {
  int i = threadIdx.x;
  d[i] = status;
  if (n != m)
    d[0] = i; // by every thread
}
int main() {
  int *d, *p = (int *)malloc(4);
  cudaMalloc(&d, 400);
  one<<<1, 64>>>(d, *p, scanf("%d", p), *p);
}
