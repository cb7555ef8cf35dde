// expect: race
//--local_size=8 --num_groups=1
// The twin of assume_attribute.cu that bounds the wrong side.

__global__ void assume_attribute_bad(int *p, unsigned stride) {
  [[assume(stride <= blockDim.x)]];
  p[threadIdx.x] = 1;          /*@race*/
  p[threadIdx.x + stride] = 2; /*@race*/
}
