// expect: verified
//--block-dim=* --grid-dim=*
// The launch strides over the elements; index and stride in variables.
__global__ void scale(float *d, float s, int n) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  const int stride = gridDim.x * blockDim.x;
  for (int i = index; i < n; i += stride)
    d[i] *= s;
}
