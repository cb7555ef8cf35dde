// expect: race
//--block-dim=* --grid-dim=131072
// Rows are unsigned products: 65536 rows of 65536 lie on each other.
__global__ void scale(float *d, float s, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    d[blockIdx.x * n + i] *= s; /*@race*/
}
