// expect: race
//--local_size=64 --num_groups=4
// The twin, whose threads meet.
#include "nowhere.h"

__global__ void missing_header_bad(int *a) {
  a[threadIdx.x] = blockIdx.x; /*@race*/
}
