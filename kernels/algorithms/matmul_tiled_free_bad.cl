// expect: divergence
//--local_size=[16,16] --num_groups=[16,16]
// The guard was put around the whole body, barriers included.

__kernel void matmul(__global const float *a, __global const float *b, __global float *c, int n) {
  __local float ta[16][16], tb[16][16];
  const int x = get_local_id(0), y = get_local_id(1);
  const int col = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  if (row < n && col < n) {
    for (int t = 0; t * 16 < n; ++t) {
      ta[y][x] = a[row * n + t * 16 + x];
      tb[y][x] = b[(t * 16 + y) * n + col];
      barrier(CLK_LOCAL_MEM_FENCE); /*@divergence*/
      for (int k = 0; k < 16; ++k)
        sum += ta[y][k] * tb[k][x];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + col] = sum;
  }
}
