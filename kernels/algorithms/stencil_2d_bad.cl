// expect: race
//--local_size=[32,8] --num_groups=[8,32]
// The barrier between copying the tile and using it is missing.

__kernel void stencil(__global const float *in, __global float *out, int pitch) {
  __requires(pitch >= 258);
  __local float t[10][34];
  const int x = get_local_id(0), y = get_local_id(1);
  const int left = get_group_id(0) * 32, top = get_group_id(1) * 8;
  for (int r = y; r < 10; r += 8)
    for (int c = x; c < 34; c += 32)
      t[r][c] = in[(top + r) * pitch + left + c]; /*@race*/
  out[(top + y) * pitch + left + x] = t[y][x + 1] + t[y + 2][x + 1]; /*@race*/
}
