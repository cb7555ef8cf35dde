// expect: verified
//--local_size=64 --num_groups=4
// Each reading of a clock is any value, of each thread its own.
#include <time.h>

__global__ void time_it(long long *spent, clock_t *ticks, int *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const clock_t c = clock();
  const long long start = clock64(), cycles = __builtin_readcyclecounter();
  p[i] = i;
  __syncthreads();
  spent[i] = clock64() - start + __nvvm_read_ptx_sreg_clock64() - cycles;
  ticks[i] = clock() - c;
}
