// expect: verified
//--block-dim=* --grid-dim=*
// Sums along a grid-stride loop, then of a block.
extern __shared__ float part[];
__global__ void sum(const float *in, float *out, int n) {
  unsigned t = threadIdx.x;
  float own = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x)
    own += in[i];
  part[t] = own;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s)
      part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}
