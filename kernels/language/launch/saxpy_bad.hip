// expect: race
//--local_size=128 --num_groups=8
// One element too far in a copy of the result.
#include <hip/hip_runtime.h>

__global__ void saxpy(float a, const float *x, float *y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i + 1]; /*@race*/
}
