// expect: assertion
//--local_size=64 --num_groups=4
// It gives up when it takes too long.
#include <hip/hip_runtime.h>

__global__ void time_it(long long *spent, int *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const long long start = wall_clock64();
  if (wall_clock64() - start > 100)
    abort(); /*@assert*/
  p[i] = i;
  spent[i] = wall_clock64() - start;
}
