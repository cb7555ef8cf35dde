// expect: unsupported
//--local_size=8 --num_groups=1
// Devices have no thread-local variables.

__global__ void thread_local_variable(int *p) {
  static thread_local int x; /*@unsupported*/
  x = threadIdx.x;
  p[threadIdx.x] = x;
}
