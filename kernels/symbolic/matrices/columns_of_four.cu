// expect: verified
//--local_size=64 --num_groups=[*,*]
// A thread sets four neighbouring columns of a row, the last one what is left.
__global__ void add_bias_rows(float *m, const float *bias, int rows, int cols) {
  const int per_thread = 4;
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int first = thread * per_thread;
  int row = blockIdx.y;
  if (row >= rows || first >= cols)
    return;
  float *p = m + row * cols + first;
  const float *b = bias + first;
  int left = min(per_thread, cols - first);
  for (int k = 0; k < left; ++k)
    p[k] += b[k];
}
