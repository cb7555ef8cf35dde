// expect: race
//--block-dim=* --grid-dim=*
// The second element is the next thread's first.
__global__ void scale(float *d, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 2; i += blockDim.x * gridDim.x) {
    d[2 * i] *= s; /*@race*/
    d[2 * i + 2] *= s; /*@race*/
  }
}
