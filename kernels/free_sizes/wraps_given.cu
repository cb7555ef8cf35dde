// expect: verified
//--block-dim=96 --grid-dim=1
// Listed: that the counter does not wrap around.
__global__ void scale(float *d, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    d[i] *= s;
}
