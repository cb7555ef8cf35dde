// expect: error
//--local_size=[16,8] --num_groups=2
// No launch with 128 threads in a block succeeds.

__global__ void __launch_bounds__(64) launch_bounds_contradicted_bad(int *p) {
  p[threadIdx.x] = 1;
}
