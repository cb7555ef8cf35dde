// expect: unsupported
//--local_size=64 --num_groups=4
// Warp shuffles exchange registers between threads.

__global__ void shuffle(const int *in, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = in[i];
  for (int offset = 16; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffffu, v, offset); /*@unsupported*/
  out[i] = v;
}
