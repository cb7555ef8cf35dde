// expect: race
//--local_size=64 --num_groups=[*,*]
// The thread's first column is counted in columns, not in fours.
__global__ void add_bias_rows(float *m, const float *bias, int rows, int cols) {
  const int per_thread = 4;
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int first = thread;
  int row = blockIdx.y;
  if (row >= rows || first >= cols)
    return;
  float *p = m + row * cols + first;
  const float *b = bias + first;
  int left = min(per_thread, cols - first);
  for (int k = 0; k < left; ++k)
    p[k] += b[k]; /*@race*/
}
