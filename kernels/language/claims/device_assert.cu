// expect: verified
//--local_size=64 --num_groups=4
// The assert of C++ in a kernel is an assertion to be proved.
#include <assert.h>

__global__ void device_assert(int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(i < 256);
  out[i] = i;
}
