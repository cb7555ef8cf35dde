// expect: verified
//--block-dim=* --grid-dim=*
// One element a thread, counted in unsigned.
__global__ void saxpy(unsigned n, float a, const float *x, float *y) {
  unsigned i = (unsigned)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}
