// expect: race
//--local_size=* --num_groups=*
// The rows of the result are one element short.
__global__ void softmax_rows(float *out, const float *in, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  const float *x = in + row * cols;
  float *y = out + row * (cols - 1);
  float top = -INFINITY;
  for (int i = 0; i < cols; ++i)
    top = fmaxf(top, x[i]);
  float sum = 0;
  for (int i = 0; i < cols; ++i)
    sum += expf(x[i] - top);
  for (int i = 0; i < cols; ++i)
    y[i] = expf(x[i] - top) / sum; /*@race*/
}
