// expect: divergence
//--local_size=32 --num_groups=64
// The barrier slipped into the loop over the elements of the row, whose length differs from thread to thread.

__kernel void spmv(__global const int *start, __global const int *column, __global const float *value,
                   __global const float *x, __global float *y) {
  __local float sums[32];
  const int lid = get_local_id(0), row = get_group_id(0);
  sums[lid] = 0.0f;
  for (int k = start[row] + lid; k < start[row + 1]; k += 32) {
    sums[lid] += value[k] * x[column[k]];
    barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
  }
  y[32 * row + lid] = sums[lid];
}
