// expect: verified
//--block-dim=* --grid-dim=*
// The launch strides over the elements; int below a bound that is unsigned.
__global__ void scale(float *d, float s, unsigned n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    d[i] *= s;
}
