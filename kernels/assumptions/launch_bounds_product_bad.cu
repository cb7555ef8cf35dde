// expect: race
//--local_size=[*,*] --num_groups=1
// The twin of launch_bounds_product.cu with a bound of twice as many.

__global__ void __launch_bounds__(128) launch_bounds_product_bad(int *p) {
  unsigned i = threadIdx.x + blockDim.x * threadIdx.y;
  p[i] = i;           /*@race*/
  p[i + 64] = -1 - i; /*@race*/
}
