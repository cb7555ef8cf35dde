// expect: race
//--local_size=* --num_groups=1
// The twin of launch_bounds_free.cu whose bound is larger than the stride.

__global__ void __launch_bounds__(128) launch_bounds_free_bad(int *p) {
  p[threadIdx.x] = threadIdx.x;           /*@race*/
  p[threadIdx.x + 64] = -1 - threadIdx.x; /*@race*/
}
