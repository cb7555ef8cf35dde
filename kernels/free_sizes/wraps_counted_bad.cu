// expect: race
//--block-dim=* --grid-dim=*
// Another variable decides when the loop ends: the counter goes round its type.
__global__ void scale(float *d, float s, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned round = 0; round < n; ++round, i += blockDim.x * gridDim.x)
    d[i] *= s; /*@race*/
}
