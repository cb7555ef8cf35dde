// expect: race
//--block-dim=* --grid-dim=*
// The stride is one block: the blocks go over each other's elements.
__global__ void scale(float *d, float s, int n) {
  int stride = blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    d[i] *= s; /*@race*/
}
