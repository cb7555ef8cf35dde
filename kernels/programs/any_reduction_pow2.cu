// expect: verified
// No launch in the file: any block and any grid; halves of a block are summed up, the last tile partial.
extern __shared__ float part[];
__global__ void sum(const float *in, float *out, int n) {
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s)
      part[t] += part[t + s];
    __syncthreads(); // before the next half
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}
