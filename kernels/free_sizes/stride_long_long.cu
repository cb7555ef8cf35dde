// expect: verified
//--block-dim=* --grid-dim=*
// The launch strides over the elements; long long below a bound that is an int.
__global__ void scale(float *d, float s, int n) {
  for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    d[i] *= s;
}
