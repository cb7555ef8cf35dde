// expect: verified
//--local_size=8 --num_groups=1
// An assumption about thread ids and sizes: the block has no more threads than the stride.

__global__ void assume_ids(int *p, int stride) {
  __builtin_assume((int)blockDim.x <= stride);
  __builtin_assume((int)threadIdx.x < stride);
  p[threadIdx.x] = 1;
  p[threadIdx.x + stride] = 2;
}
