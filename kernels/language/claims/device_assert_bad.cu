// expect: assertion
//--local_size=64 --num_groups=4
// It fails for the last block.
#include <assert.h>

__global__ void device_assert(int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(i < 192); /*@assert*/
  out[i] = i;
}
