// expect: verified
//--local_size=128 --num_groups=*
// y = A x, a block for each row, or for several when the grid is small.
__global__ void gemv(int rows, int cols, const float *A, int lda, const float *x, float *y, int incy) {
  __shared__ float sums[128];
  if (incy < 1)
    return;
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const float *a = A + (size_t)row * lda;
    float s = 0;
    for (int j = threadIdx.x; j < cols; j += blockDim.x)
      s += a[j] * x[j];
    sums[threadIdx.x] = s;
    __syncthreads();
    for (int h = blockDim.x >> 1; h > 0; h >>= 1) {
      if (threadIdx.x < h)
        sums[threadIdx.x] += sums[threadIdx.x + h];
      __syncthreads();
    }
    if (threadIdx.x == 0)
      y[row * incy] = sums[0];
    __syncthreads();
  }
}
