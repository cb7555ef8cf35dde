// expect: race
//--block-dim=* --grid-dim=*
// The stride is one block: the blocks go over each other's elements.
__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int stride() { return blockDim.x; }
__global__ void scale(float *d, float s, int n) {
  for (int i = index(); i < n; i += stride())
    d[i] *= s; /*@race*/
}
