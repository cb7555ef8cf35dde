// expect: verified
//--block-dim=* --grid-dim=*
// The launch strides over the elements; size_t, of 32-bit sums and products.
__global__ void scale(float *d, float s, size_t n) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    d[i] *= s;
}
