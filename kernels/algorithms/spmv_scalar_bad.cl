// expect: race
//--local_size=64 --num_groups=16
// Compressed columns instead of rows: the result is scattered.

__kernel void spmv(__global const int *start, __global const int *row, __global const float *value,
                   __global const float *x, __global float *y, int columns) {
  const int column = get_global_id(0);
  if (column < columns)
    for (int k = start[column]; k < start[column + 1]; ++k)
      y[row[k]] += value[k] * x[column]; /*@race*/
}
