// expect: verified
//--block-dim=* --grid-dim=*
// The launch strides over the elements; unsigned, which may wrap around.
__global__ void scale(float *d, float s, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    d[i] *= s;
}
