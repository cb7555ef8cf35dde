// expect: verified
//--local_size=64 --num_groups=4
// Sources include cuda.h and the runtime's header.
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void scale(float *a, float s) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] *= s;
}
