// expect: race
//--block-dim=* --grid-dim=*
// The counter is not what is compared with the bound.
__global__ void scale(float *d, float s, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i != n; i += blockDim.x * gridDim.x)
    d[i] *= s;
}
