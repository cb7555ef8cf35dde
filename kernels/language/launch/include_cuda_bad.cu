// expect: race
//--local_size=64 --num_groups=4
// The block index is left out.
#include <cuda.h>

__global__ void scale(float *a, float s) {
  unsigned i = threadIdx.x;
  a[i] *= s; /*@race*/
}
