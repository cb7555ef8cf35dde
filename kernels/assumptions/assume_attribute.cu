// expect: verified
//--local_size=8 --num_groups=1
// C++'s attribute says the same as __builtin_assume.

__global__ void assume_attribute(int *p, unsigned stride) {
  [[assume(stride >= blockDim.x && stride < 1024)]];
  p[threadIdx.x] = 1;
  p[threadIdx.x + stride] = 2;
}
