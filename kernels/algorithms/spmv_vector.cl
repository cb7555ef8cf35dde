// expect: verified
//--local_size=32 --num_groups=64
// One group of 32 threads a row: strided partial sums, a tree, one store.

__kernel void spmv(__global const int *start, __global const int *column, __global const float *value,
                   __global const float *x, __global float *y) {
  __local float sums[32];
  const int lid = get_local_id(0), row = get_group_id(0);
  float sum = 0.0f;
  for (int k = start[row] + lid; k < start[row + 1]; k += 32)
    sum += value[k] * x[column[k]];
  sums[lid] = sum;
  for (int s = 16; s > 0; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < s)
      sums[lid] += sums[lid + s];
  }
  if (lid == 0)
    y[row] = sums[0];
}
