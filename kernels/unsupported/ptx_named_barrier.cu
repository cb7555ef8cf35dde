// expect: unsupported
//--local_size=64 --num_groups=1
// A barrier with a number and a count of threads.

__global__ void named(int *p) {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1, 32;" ::: "memory"); /*@unsupported*/
  p[threadIdx.x] = 1;
}
