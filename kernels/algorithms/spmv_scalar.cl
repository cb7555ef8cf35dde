// expect: verified
//--local_size=64 --num_groups=16
// Sparse matrix times vector, compressed rows, one thread a row.

__kernel void spmv(__global const int *start, __global const int *column, __global const float *value,
                   __global const float *x, __global float *y, int rows) {
  const int row = get_global_id(0);
  if (row < rows) {
    float sum = 0.0f;
    for (int k = start[row]; k < start[row + 1]; ++k)
      sum += value[k] * x[column[k]];
    y[row] = sum;
  }
}
