// expect: race
//--local_size=8 --num_groups=1
// The twin of print.cu: its arguments are read, where the others write.
#include <cstdio>

__global__ void print_bad(int *p) {
  p[threadIdx.x] = threadIdx.x; /*@race*/
  if (threadIdx.x == 0)
    std::printf("hello %d\n", p[1]); /*@race*/
}
