// expect: race
//--block-dim=32 --grid-dim=4
// Every block adds to the same pairs.
#include <cuda_fp16.h>
__global__ void scale(const half2 *x, half2 *y) {
  y[threadIdx.x] += x[blockIdx.x * blockDim.x + threadIdx.x]; /*@race*/
}
