// expect: verified
//--local_size=64 --num_groups=4
// Bit intrinsics on values.

__global__ void bit_intrinsics(unsigned *a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned v = a[i];
  a[i] = __popc(v) + __clz(v) + __ffs(v) + __brev(v) + __umul24(v, 3u) + __mulhi((int)v, 5);
}
