// expect: race
//--local_size=64 --num_groups=16
// x and y are one vector.

__kernel void spmv(__global const int *column, __global const float *value, __global float *x, int rows, int width) {
  const int row = get_global_id(0);
  if (row >= rows)
    return;
  float sum = 0.0f;
  for (int k = 0; k < width; ++k) {
    const int c = column[k * rows + row];
    if (c >= 0)
      sum += value[k * rows + row] * x[c]; /*@race*/
  }
  x[row] = sum; /*@race*/
}
