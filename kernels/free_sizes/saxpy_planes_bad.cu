// expect: race
//--block-dim=[*,*] --grid-dim=[*,*]
// Rows of blocks go over each other: the pitch is of one block.
__global__ void saxpy(int n, float a, const float *x, float *y) {
  int row = threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column < n)
    y[row * n + column] += a * x[row * n + column]; /*@race*/
}
