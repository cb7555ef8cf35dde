// expect: verified
//--local_size=[32,8] --num_groups=[2,2]
// observe nvidia tile write: wavefronts 1, degree 1, ideal 1
// observe nvidia tile read: wavefronts 1, degree 1, ideal 1
// observe nvidia out: sectors 4, lines 1, ideal 4
// A tile whose rows are one element longer.

__kernel void tile_33(__global const float *in, __global float *out) {
  __local float tile[32][33];
  const int x = get_group_id(0) * 32 + get_local_id(0), y = get_group_id(1) * 32 + get_local_id(1);
  for (int j = 0; j < 32; j += 8)
    tile[get_local_id(1) + j][get_local_id(0)] = in[(y + j) * 64 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int u = get_group_id(1) * 32 + get_local_id(0), v = get_group_id(0) * 32 + get_local_id(1);
  for (int j = 0; j < 32; j += 8)
    out[(v + j) * 64 + u] = tile[get_local_id(0)][get_local_id(1) + j]; /*@repaired pad tile*/
}
