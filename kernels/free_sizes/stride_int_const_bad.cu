// expect: race
//--block-dim=* --grid-dim=*
// The stride is one short.
__global__ void scale(float *d, float s, int n) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  const int stride = gridDim.x * blockDim.x - 1;
  for (int i = index; i < n; i += stride)
    d[i] *= s; /*@race*/
}
