// expect: verified
//--block-dim=* --grid-dim=*
// The launch strides over the elements; int, as in many a text book.
__global__ void scale(float *d, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    d[i] *= s;
}
