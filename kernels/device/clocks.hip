// expect: verified
//--local_size=64 --num_groups=4
// HIP's clocks; a thread that gives up stops the launch.
#include <hip/hip_runtime.h>

__global__ void time_it(long long *spent, int *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const long long start = wall_clock64();
  if (i < 0)
    abort();
  p[i] = i;
  spent[i] = wall_clock64() - start;
}
