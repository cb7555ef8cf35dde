// expect: verified
//--block-dim=[*,*] --grid-dim=[*,*]
// A grid of two dimensions over one: the row of blocks counts.
__global__ void saxpy(int n, float a, const float *x, float *y) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column < n)
    y[row * n + column] += a * x[row * n + column];
}
