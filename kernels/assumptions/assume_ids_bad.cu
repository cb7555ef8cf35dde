// expect: race
//--local_size=8 --num_groups=1
// The twin of assume_ids.cu that promises one thread too few.

__global__ void assume_ids_bad(int *p, int stride) {
  __builtin_assume(blockDim.x <= stride + 1);
  __builtin_assume(stride > 0);
  p[threadIdx.x] = threadIdx.x;              /*@race*/
  p[threadIdx.x + stride] = -1 - threadIdx.x; /*@race*/
}
