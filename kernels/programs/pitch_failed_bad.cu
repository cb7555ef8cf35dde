// expect: race
// Rows that could not be allocated: others take their place.
#include <cuda_runtime.h>
__global__ void rows(char *d, size_t pitch) {
  d[blockIdx.x * pitch + threadIdx.x] = blockIdx.x; /*@race*/
}
void run(char *others, int h) {
  char *d;
  size_t pitch = 16;
  if (cudaMallocPitch(&d, &pitch, 1024, h) != cudaSuccess)
    rows<<<h, 1024>>>(others, pitch);
}
