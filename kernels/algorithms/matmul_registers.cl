// expect: verified
//--local_size=[16,4] --num_groups=[8,16]
// A product of matrices stored by columns: a thread keeps 16 sums of its row in registers, b goes through a tile.

__kernel void matmul_registers(__global const float *a, int lda, __global const float *b, int ldb, __global float *c,
                               int depth) {
  __local float tile[16][17];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int row = 64 * get_group_id(0) + 16 * ly + lx, column = 16 * get_group_id(1);
  const int ldc = 512;
  a += row;
  b += lx + (column + ly) * ldb;
  c += row + column * ldc;
  __global const float *end = b + depth;
  float sums[16];
  for (int i = 0; i < 16; ++i)
    sums[i] = 0.0f;
  do {
    tile[lx][ly] = b[0];
    tile[lx][ly + 4] = b[4 * ldb];
    tile[lx][ly + 8] = b[8 * ldb];
    tile[lx][ly + 12] = b[12 * ldb];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int l = 0; l < 16; l += 4) {
      const float four[4] = {a[0], a[lda], a[2 * lda], a[3 * lda]};
      for (int j = 0; j < 4; ++j)
        for (int i = 0; i < 16; ++i)
          sums[i] += four[j] * tile[l + j][i];
      a += 4 * lda;
    }
    b += 16;
    barrier(CLK_LOCAL_MEM_FENCE); // before the next tile
  } while (b < end);
  for (int i = 0; i < 16; ++i) {
    *c = sums[i];
    c += ldc;
  }
}
