// expect: verified
//--local_size=[16,16] --num_groups=[*,*]
// To Morton order: the bits of x and y alternate, 16 of each.
__device__ unsigned spread(unsigned v) {
  v &= 0x0000ffff;
  v = (v | (v << 8)) & 0x00ff00ff;
  v = (v | (v << 4)) & 0x0f0f0f0f;
  v = (v | (v << 2)) & 0x33333333;
  v = (v | (v << 1)) & 0x55555555;
  return v;
}
__global__ void to_morton(float *out, const float *in, int n) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (n > 65536 || (int)x >= n || (int)y >= n)
    return;
  out[spread(x) | spread(y) << 1] = in[y * n + x];
}
