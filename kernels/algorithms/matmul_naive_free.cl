// expect: verified
//--local_size=[16,16] --num_groups=[16,16]
// The width is a parameter; the guard on the column keeps rows apart.

__kernel void matmul(__global const float *a, __global const float *b, __global float *c, int n) {
  const int col = get_global_id(0), row = get_global_id(1);
  if (row < n && col < n) {
    float sum = 0.0f;
    for (int k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
  }
}
