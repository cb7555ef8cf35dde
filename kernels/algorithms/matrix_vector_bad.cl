// expect: race
//--local_size=64 --num_groups=16
// The transposed product adds into one vector from all rows.

__kernel void matrix_vector(__global const float *a, __global const float *x, __global float *y, int rows, int cols) {
  const int row = get_global_id(0);
  if (row >= rows)
    return;
  for (int c = 0; c < cols; ++c)
    y[c] += a[row * cols + c] * x[row]; /*@race*/
}
