// expect: verified
//--block-dim=* --grid-dim=*
// The launch strides over the elements; size_t below a bound that is an int.
__global__ void scale(float *d, float s, int n) {
  size_t stride = blockDim.x * gridDim.x;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    d[i] *= s;
}
