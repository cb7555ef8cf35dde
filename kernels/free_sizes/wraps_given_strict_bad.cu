// expect: race
//--block-dim=96 --grid-dim=1 --strict-overflow --accept-conditions=none
// Arithmetic wraps around, counters too.
__global__ void scale(float *d, float s, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    d[i] *= s;
}
