// expect: race
//--block-dim=* --grid-dim=*
// The stride is the host's: nothing says that the counter is far from the end of its type.
__global__ void scale(float *d, float s, unsigned n, unsigned stride) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    d[i] *= s;
}
