// expect: race
//--block-dim=* --grid-dim=*
// The stride is one block: the blocks go over each other's elements.
__global__ void scale(float *d, float s, int n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
    d[i] *= s; /*@race*/
}
