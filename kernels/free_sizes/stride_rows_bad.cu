// expect: race
//--block-dim=* --grid-dim=*
// The last element is the next row's first.
__global__ void scale(float *d, float s, int n) {
  int row = blockIdx.x;
  for (int i = threadIdx.x; i <= n; i += blockDim.x)
    d[row * n + i] *= s; /*@race*/
}
