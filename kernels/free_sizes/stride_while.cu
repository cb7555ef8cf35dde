// expect: verified
//--block-dim=* --grid-dim=*
// The launch strides over the elements; a while loop.
__global__ void scale(float *d, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) {
    d[i] *= s;
    i += blockDim.x * gridDim.x;
  }
}
