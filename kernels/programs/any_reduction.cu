// expect: verified
// No launch in the file: any block and any grid; a block's sum whose halves are rounded up, the last tile partial.
extern __shared__ float part[];
__global__ void sum(const float *in, float *out, int n) {
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned left = blockDim.x; left > 1;) {
    unsigned upper = (left + 1) / 2;
    if (t < left / 2)
      part[t] += part[t + upper];
    __syncthreads();
    left = upper;
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}
