// A program as it lies in a suite: host code, a header, kernels in a file of their own, several launches.
#include <cuda.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

#include "diffuse.h"
#include "diffuse_kernel.cu"

static double seconds() {
  struct timeval t;
  gettimeofday(&t, NULL);
  return t.tv_sec + t.tv_usec * 1e-6;
}

int main(int argc, char **argv) {
  const int size = argc > 1 ? atoi(argv[1]) : 1024, rounds = 10;
  cell *host = (cell *)malloc(size * size * sizeof(cell)), *a, *b;
  for (int i = 0; i < size * size; ++i)
    host[i] = sqrt((double)i);
  cudaMalloc((void **)&a, size * size * sizeof(cell));
  cudaMalloc((void **)&b, size * size * sizeof(cell));
  cudaMemcpy(a, host, size * size * sizeof(cell), cudaMemcpyHostToDevice);
  dim3 block(BLOCK, BLOCK), grid(size / BLOCK, size / BLOCK);
  const double start = seconds();
  for (int i = 0; i < rounds; ++i) {
    diffuse<<<grid, block>>>(a, b, size, 0.25f);
    diffuse<<<grid, block>>>(b, a, size, 0.25f);
  }
  turn<<<grid, block>>>(a, b, size);
  diffuse<<<1, block>>>(b, a, BLOCK, 0.5f);
  cudaDeviceSynchronize();
  printf("%f seconds\n", seconds() - start);
  cudaMemcpy(host, b, size * size * sizeof(cell), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  free(host);
  return 0;
}
