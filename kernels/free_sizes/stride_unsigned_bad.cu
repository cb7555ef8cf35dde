// expect: race
//--block-dim=* --grid-dim=*
// The stride is the number of blocks.
__global__ void scale(float *d, float s, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x)
    d[i] *= s; /*@race*/
}
