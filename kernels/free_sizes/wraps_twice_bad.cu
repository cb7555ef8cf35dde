// expect: race
//--block-dim=* --grid-dim=*
// Twice the stride may be nothing: 2^31 threads times 2.
__global__ void scale(float *d, float s, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 2 * blockDim.x * gridDim.x * blockDim.x)
    d[i] *= s;
}
