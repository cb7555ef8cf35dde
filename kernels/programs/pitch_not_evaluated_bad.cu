// expect: race
// What is only asked about is not called.
#include <cuda_runtime.h>
__global__ void rows(char *d, size_t pitch) {
  d[blockIdx.x * pitch + threadIdx.x] = blockIdx.x; /*@race*/
}
void run(char *d, size_t pitch, int h) {
  bool throws = !noexcept(cudaMallocPitch(&d, &pitch, 1024, h));
  rows<<<h, 1024>>>(d, pitch);
}
