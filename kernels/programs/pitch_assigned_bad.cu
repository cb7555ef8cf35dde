// expect: race
// A pitch that is the error of its own allocation.
#include <cuda_runtime.h>
__global__ void rows(char *d, size_t pitch) {
  d[blockIdx.x * pitch + threadIdx.x] = blockIdx.x; /*@race*/
}
void run(int h) {
  char *d;
  size_t pitch;
  pitch = cudaMallocPitch(&d, &pitch, 1024, h);
  rows<<<h, 1024>>>(d, pitch);
}
