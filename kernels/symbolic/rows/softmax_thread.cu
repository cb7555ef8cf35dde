// expect: verified
//--local_size=* --num_groups=*
// Softmax, a thread for each row, three passes.
__global__ void softmax_rows(float *out, const float *in, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  const float *x = in + row * cols;
  float *y = out + row * cols;
  float top = -INFINITY;
  for (int i = 0; i < cols; ++i)
    top = fmaxf(top, x[i]);
  float sum = 0;
  for (int i = 0; i < cols; ++i)
    sum += expf(x[i] - top);
  for (int i = 0; i < cols; ++i)
    y[i] = expf(x[i] - top) / sum;
}
