// expect: verified
//--local_size=64 --num_groups=16
// Each thread normalises its own row of free length in place, in two passes.

__kernel void normalise_rows(__global float *a, int rows, int cols) {
  const int row = get_global_id(0);
  if (row < rows) {
    float sum = 0.0f;
    for (int c = 0; c < cols; ++c)
      sum += a[row * cols + c];
    for (int c = 0; c < cols; ++c)
      a[row * cols + c] /= sum;
  }
}
