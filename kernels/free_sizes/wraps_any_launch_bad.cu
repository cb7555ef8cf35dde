// expect: race
//--block-dim=* --grid-dim=* --any-launch
// Nothing is assumed of the counter: near the end of its type it comes back as another thread's.
__global__ void scale(float *d, float s, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    d[i] *= s;
}
