// expect: verified
//--block-dim=* --grid-dim=*
// The launch strides over the elements; size_t throughout.
__global__ void scale(float *d, float s, size_t n) {
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)blockDim.x * gridDim.x)
    d[i] *= s;
}
