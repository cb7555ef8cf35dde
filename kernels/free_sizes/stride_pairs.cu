// expect: verified
//--block-dim=* --grid-dim=*
// The launch strides over the elements, two at a time.
__global__ void scale(float *d, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 2; i += blockDim.x * gridDim.x) {
    d[2 * i] *= s;
    d[2 * i + 1] *= s;
  }
}
