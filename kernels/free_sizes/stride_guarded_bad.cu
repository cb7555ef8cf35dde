// expect: race
//--block-dim=* --grid-dim=*
// The element is another block's, perhaps, which no barrier orders.
__global__ void scale(float *d, float *e, float s, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    d[i] *= s; /*@race*/
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    e[i] = d[i + 1]; /*@race*/
}
