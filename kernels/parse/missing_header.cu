// expect: verified
//--local_size=64 --num_groups=4
// A header that is nowhere counts as an empty one.
#include "nowhere.h"
#include <gone/too.hpp>

__global__ void missing_header(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}
