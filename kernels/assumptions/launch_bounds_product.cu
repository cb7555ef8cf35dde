// expect: verified
//--local_size=[*,*] --num_groups=1
// The bound is one of all threads of the block, in all dimensions.

__global__ void __launch_bounds__(64) launch_bounds_product(int *p) {
  unsigned i = threadIdx.x + blockDim.x * threadIdx.y;
  p[i] = i;
  p[i + 64] = i;
}
