// expect: verified
//--local_size=128 --num_groups=2
// Whole warps go one way.
__global__ void whole_warps(int *p) {
  int v = p[blockIdx.x * blockDim.x + threadIdx.x];
  if (threadIdx.x / 32 % 2 == 0)
    v = __shfl_xor_sync(0xffffffffu, v, 1);
  else if (threadIdx.x >> 5 == 3)
    v += __reduce_add_sync(0xffffffffu, v);
  p[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
