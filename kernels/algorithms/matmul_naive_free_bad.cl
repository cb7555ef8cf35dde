// expect: race
//--local_size=[16,16] --num_groups=[16,16]
// The guard tests the row only: column n of a row is column 0 of the next.

__kernel void matmul(__global const float *a, __global const float *b, __global float *c, int n) {
  const int col = get_global_id(0), row = get_global_id(1);
  if (row < n) {
    float sum = 0.0f;
    for (int k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum; /*@race*/
  }
}
