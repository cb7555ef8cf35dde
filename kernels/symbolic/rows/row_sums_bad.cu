// expect: race
//--local_size=* --num_groups=*
// The grid strides by blocks only, from the number of the thread.
__global__ void row_sums(float *sums, const float *m, int rows, int cols) {
  for (int r = blockIdx.x * blockDim.x + threadIdx.x; r < rows; r += gridDim.x) {
    float s = 0;
    for (int c = 0; c < cols; ++c)
      s += m[r * cols + c];
    sums[r] += s; /*@race*/
  }
}
