// expect: verified
//--block-dim=* --grid-dim=*
// A block strides over its row.
__global__ void scale(float *d, float s, int n) {
  int row = blockIdx.x;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    d[row * n + i] *= s;
}
