// expect: unsupported
//--local_size=64 --num_groups=1
// A barrier with a number and a count of threads that is not known.

__global__ void named(int *p, int n) {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1, %0;" ::"r"(n) : "memory"); /*@unsupported*/
  p[threadIdx.x] = 1;
}
