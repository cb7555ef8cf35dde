// expect: verified
//--local_size=[16,16] --num_groups=[16,16]
// Tiles of 16 x 16 in local memory; one barrier after loading, one before the next load.
#define N 256

__kernel void matmul(__global const float *a, __global const float *b, __global float *c) {
  __local float ta[16][16], tb[16][16];
  const int x = get_local_id(0), y = get_local_id(1);
  const int col = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int t = 0; t < N / 16; ++t) {
    ta[y][x] = a[row * N + t * 16 + x];
    tb[y][x] = b[(t * 16 + y) * N + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k)
      sum += ta[y][k] * tb[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * N + col] = sum;
}
