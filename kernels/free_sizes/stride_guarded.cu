// expect: verified
//--block-dim=* --grid-dim=*
// The launch strides over the elements; a barrier behind the loop, and a second one.
__global__ void scale(float *d, float *e, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    d[i] *= s;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    e[i] = d[i];
}
