// expect: race
//--block-dim=1024 --grid-dim=*
// Twice the stride is beyond 2^31 in a large launch: the counter falls.
__global__ void scale(float *d, float s, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += 2 * blockDim.x * gridDim.x)
    d[i] *= s;
}
