// expect: verified
//--block-dim=* --grid-dim=*
// A block sums two blocks of elements, the last partial.
extern __shared__ float part[];
__global__ void sum(const float *in, float *out, unsigned n) {
  unsigned t = threadIdx.x;
  unsigned i = blockIdx.x * blockDim.x * 2 + t;
  float own = i < n ? in[i] : 0;
  if (i + blockDim.x < n)
    own += in[i + blockDim.x];
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
