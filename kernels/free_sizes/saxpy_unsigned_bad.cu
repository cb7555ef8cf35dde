// expect: race
//--block-dim=* --grid-dim=*
// Each thread writes its neighbour's element, too.
__global__ void saxpy(unsigned n, float a, const float *x, float *y) {
  unsigned i = (unsigned)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i + 1]; /*@race*/
}
