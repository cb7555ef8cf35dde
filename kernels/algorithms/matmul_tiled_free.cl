// expect: verified
//--local_size=[16,16] --num_groups=[16,16]
// Tiles with a free width: loads are guarded, barriers are not, and the number of tiles is uniform.

__kernel void matmul(__global const float *a, __global const float *b, __global float *c, int n) {
  __local float ta[16][16], tb[16][16];
  const int x = get_local_id(0), y = get_local_id(1);
  const int col = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int t = 0; t * 16 < n; ++t) {
    ta[y][x] = row < n && t * 16 + x < n ? a[row * n + t * 16 + x] : 0.0f;
    tb[y][x] = col < n && t * 16 + y < n ? b[(t * 16 + y) * n + col] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k)
      sum += ta[y][k] * tb[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < n && col < n)
    c[row * n + col] = sum;
}
