// expect: race
//--block-dim=* --grid-dim=*
// The stride is the number of blocks.
__global__ void scale(float *d, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) {
    d[i] *= s; /*@race*/
    i += gridDim.x;
  }
}
