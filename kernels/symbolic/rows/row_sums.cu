// expect: verified
//--local_size=* --num_groups=*
// Sums of rows; the grid strides over the rows.
__global__ void row_sums(float *sums, const float *m, int rows, int cols) {
  for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += blockDim.x * gridDim.x) {
    float s = 0;
    for (int c = 0; c < cols; ++c)
      s += m[r * cols + c];
    sums[r] += s;
  }
}
