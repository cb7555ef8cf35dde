// expect: verified
//--block-dim=* --grid-dim=*
// A block's sum by neighbours that move apart, the last tile partial.
extern __shared__ float part[];
__global__ void sum(const float *in, float *out, int n) {
  unsigned t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0 && t + s < blockDim.x)
      part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}
