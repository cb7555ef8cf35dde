// expect: verified
//--local_size=64 --num_groups=*
// A sparse product, a block for each row, a tree over its partial sums.
__global__ void spmv_block(int rows, const int *__restrict__ rowptr, const int *__restrict__ colidx,
                           const float *__restrict__ val, const float *__restrict__ x, float *__restrict__ y,
                           int incy) {
  __shared__ float partial[64];
  int row = blockIdx.x;
  if (row >= rows || incy <= 0)
    return;
  float sum = 0;
  for (int k = rowptr[row] + (int)threadIdx.x; k < rowptr[row + 1]; k += 64)
    sum += val[k] * x[colidx[k]];
  partial[threadIdx.x] = sum;
  for (int width = 32; width >= 1; width >>= 1) {
    __syncthreads();
    if (threadIdx.x < width)
      partial[threadIdx.x] += partial[threadIdx.x + width];
  }
  if (threadIdx.x == 0)
    y[row * incy] = partial[0];
}
