// expect: verified
//--local_size=[32,8] --num_groups=[8,32]
// Five-point stencil; the halo is copied by strided loops over the tile of 34 x 10.

__kernel void stencil(__global const float *in, __global float *out, int pitch) {
  __requires(pitch >= 258);
  __local float t[10][34];
  const int x = get_local_id(0), y = get_local_id(1);
  const int left = get_group_id(0) * 32, top = get_group_id(1) * 8;
  for (int r = y; r < 10; r += 8)
    for (int c = x; c < 34; c += 32)
      t[r][c] = in[(top + r) * pitch + left + c];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(top + y) * pitch + left + x] = t[y][x + 1] + t[y + 2][x + 1] + t[y + 1][x] + t[y + 1][x + 2] - 4.0f * t[y + 1][x + 1];
}
