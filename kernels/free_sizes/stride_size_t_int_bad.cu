// expect: race
//--block-dim=* --grid-dim=*
// The stride is one block: the blocks go over each other's elements.
__global__ void scale(float *d, float s, int n) {
  size_t stride = blockDim.x;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    d[i] *= s; /*@race*/
}
