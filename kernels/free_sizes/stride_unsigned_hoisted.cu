// expect: verified
//--block-dim=* --grid-dim=*
// The launch strides over the elements; unsigned, the stride in a variable.
__global__ void scale(float *d, float s, unsigned n) {
  unsigned stride = blockDim.x * gridDim.x;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    d[i] *= s;
}
