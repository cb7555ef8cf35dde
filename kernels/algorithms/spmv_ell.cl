// expect: verified
//--local_size=64 --num_groups=16
// Sparse matrix times vector in ELLPACK form, columns of the table one pitch apart.

__kernel void spmv(__global const int *column, __global const float *value, __global const float *x, __global float *y,
                   int rows, int width) {
  const int row = get_global_id(0);
  if (row >= rows)
    return;
  float sum = y[row];
  for (int k = 0; k < width; ++k) {
    const int c = column[k * rows + row];
    if (c >= 0)
      sum += value[k * rows + row] * x[c];
  }
  y[row] = sum;
}
