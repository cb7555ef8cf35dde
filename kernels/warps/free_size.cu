// expect: verified
//--local_size=* --num_groups=64
// Warps of a block of any length; the last may have fewer threads.
__global__ void free_size(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = in[i];
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_down_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0)
    out[blockIdx.x * 32 + threadIdx.x / 32] = v;
}
