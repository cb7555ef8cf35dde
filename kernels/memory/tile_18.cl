// expect: verified
//--local_size=[16,16] --num_groups=[4,4]
// observe nvidia in: sectors 4, lines 2, ideal 4
// observe nvidia tile write: wavefronts 2, degree 2, ideal 1
// observe nvidia tile read: wavefronts 1, degree 1, ideal 1
// observe nvidia out: sectors 4, lines 2, ideal 4
// A transposition through a tile: 18 is the pitch that costs least where a warp holds two rows.

__kernel void tile_18(__global const float *in, __global float *out) {
  __local float tile[16][18];
  const int x = get_local_id(0), y = get_local_id(1), gx = get_group_id(0) * 16, gy = get_group_id(1) * 16;
  tile[y][x] = in[(gy + y) * 64 + gx + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(gx + y) * 64 + gy + x] = /*@repaired transpose out*/
      tile[x][y];               /*@repaired pad tile*/
}
