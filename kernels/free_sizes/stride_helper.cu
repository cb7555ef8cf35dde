// expect: verified
//--block-dim=* --grid-dim=*
// The launch strides over the elements; index and stride from functions.
__device__ int index() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int stride() { return blockDim.x * gridDim.x; }
__global__ void scale(float *d, float s, int n) {
  for (int i = index(); i < n; i += stride())
    d[i] *= s;
}
