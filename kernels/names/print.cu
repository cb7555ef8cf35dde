// expect: verified
//--local_size=8 --num_groups=1
// printf has no effect on memory.
#include <stdio.h>

__global__ void print(int *p) {
  if (threadIdx.x == 0)
    printf("hello %d\n", p[0]);
}
