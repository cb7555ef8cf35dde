// expect: race
//--block-dim=* --grid-dim=*
// A counter of 16 bits goes round while the loop lasts.
__global__ void scale(float *d, float s, int n) {
  for (unsigned short i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    d[i] *= s;
}
