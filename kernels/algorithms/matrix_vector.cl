// expect: verified
//--local_size=64 --num_groups=16
// One row a thread, width free.

__kernel void matrix_vector(__global const float *a, __global const float *x, __global float *y, int rows, int cols) {
  const int row = get_global_id(0);
  if (row >= rows)
    return;
  float sum = 0.0f;
  for (int c = 0; c < cols; ++c)
    sum += a[row * cols + c] * x[c];
  y[row] = sum;
}
