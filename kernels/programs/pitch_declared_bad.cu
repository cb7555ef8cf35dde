// expect: race
// A pitch that changes in the declaration that has allocated the rows.
#include <cuda_runtime.h>
__global__ void rows(char *d, size_t pitch) {
  d[blockIdx.x * pitch + threadIdx.x] = blockIdx.x; /*@race*/
}
void run(int h) {
  char *d;
  size_t pitch;
  int error = cudaMallocPitch(&d, &pitch, 1024, h), other = (pitch = 16);
  rows<<<h, 1024>>>(d, pitch);
}
