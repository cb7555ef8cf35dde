// expect: race
// The stride is one group: the groups go over each other's elements.
__global__ void scale(float *d, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
    d[i] *= s; /*@race*/
}
