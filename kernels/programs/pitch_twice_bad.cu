// expect: race
// A pitch of two allocations in one statement.
#include <cuda_runtime.h>
__global__ void rows(char *d, size_t pitch) {
  d[blockIdx.x * pitch + threadIdx.x] = blockIdx.x; /*@race*/
}
void run(int h) {
  char *d, *other;
  size_t pitch;
  cudaMallocPitch(&d, &pitch, 1024, h), cudaMallocPitch(&other, &pitch, 16, h);
  rows<<<h, 1024>>>(d, pitch);
}
