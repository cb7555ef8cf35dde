// expect: race
//--local_size=64 --num_groups=16
// The pitch is the number of rows, but the loop runs over the columns.

__kernel void normalise_rows(__global float *a, int rows, int cols) {
  const int row = get_global_id(0);
  if (row < rows) {
    for (int c = 0; c < cols; ++c)
      a[row * rows + c] *= 0.5f; /*@race*/
  }
}
