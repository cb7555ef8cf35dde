// expect: race
//--local_size=* --num_groups=*
// The rows are as far apart as their rest is long.
__device__ __forceinline__ int offset(int row, int col, int pitch) {
  return row * pitch + col;
}
__global__ void add_residual(float *wide, const float *narrow, int rows, int wide_cols, int narrow_cols) {
  if (narrow_cols < 1 || wide_cols < narrow_cols)
    return;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * narrow_cols; i += gridDim.x * blockDim.x) {
    int row = i / narrow_cols, col = i - row * narrow_cols;
    float *to = wide + offset(row, col, wide_cols - narrow_cols);
    *to += narrow[i]; /*@race*/
  }
}
