// expect: verified
//--local_size=128 --num_groups=8
// HIP: the same kernel language by other headers.
#include <hip/hip_runtime.h>

__global__ void saxpy(float a, const float *x, float *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}
