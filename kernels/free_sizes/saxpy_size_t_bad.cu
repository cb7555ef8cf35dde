// expect: race
//--block-dim=* --grid-dim=*
// Each thread writes its neighbour's element, too.
__global__ void saxpy(size_t n, float a, const float *x, float *y) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i + 1]; /*@race*/
}
