// expect: verified
//--block-dim=* --grid-dim=*
// The launch strides over the elements; the stride in a variable.
__global__ void scale(float *d, float s, int n) {
  int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    d[i] *= s;
}
