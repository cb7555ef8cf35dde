// expect: race
//--local_size=64 --num_groups=4
// The number of leading zeros is shared by many.

__global__ void bit_intrinsics(int *a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[__clz(i)] = i; /*@race*/
}
