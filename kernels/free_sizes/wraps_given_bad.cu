// expect: race
//--block-dim=96 --grid-dim=1 --any-launch --accept-conditions=none
// Nothing is assumed of how far the counter goes.
__global__ void scale(float *d, float s, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    d[i] *= s;
}
