// expect: verified
//--local_size=* --num_groups=*
// A sparse product, a thread for each row.
__global__ void spmv(int rows, const int *rowptr, const int *colidx, const float *val, const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float dot = 0;
    int begin = rowptr[row], end = rowptr[row + 1];
    for (int k = begin; k < end; ++k)
      dot += val[k] * x[colidx[k]];
    y[row] += dot;
  }
}
