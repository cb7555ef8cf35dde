// expect: race
//--block-dim=96 --grid-dim=*
// The stride is the host's, and no less than the launch: nothing says that the counter is far from the end of its type.
__global__ void scale(float *d, float s, unsigned n, unsigned stride) {
  __requires(stride >= blockDim.x * gridDim.x);
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    d[i] *= s;
}
