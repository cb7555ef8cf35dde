// A square tile, and the same with an odd pitch.
//--local_size=[32,8] --num_groups=[4,4]

__kernel void square(__global const float *in, __global float *out) {
  __local float tile[32][32];
  const int x = get_group_id(0) * 32 + get_local_id(0), y = get_group_id(1) * 32 + get_local_id(1);
  for (int j = 0; j < 32; j += 8)
    tile[get_local_id(1) + j][get_local_id(0)] = in[(y + j) * 128 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int u = get_group_id(1) * 32 + get_local_id(0), v = get_group_id(0) * 32 + get_local_id(1);
  for (int j = 0; j < 32; j += 8)
    out[(v + j) * 128 + u] = tile[get_local_id(0)][get_local_id(1) + j]; /*@hint pad tile_33*/
}

__kernel void odd(__global const float *in, __global float *out) {
  __local float tile[32][33];
  const int x = get_group_id(0) * 32 + get_local_id(0), y = get_group_id(1) * 32 + get_local_id(1);
  for (int j = 0; j < 32; j += 8)
    tile[get_local_id(1) + j][get_local_id(0)] = in[(y + j) * 128 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int u = get_group_id(1) * 32 + get_local_id(0), v = get_group_id(0) * 32 + get_local_id(1);
  for (int j = 0; j < 32; j += 8)
    out[(v + j) * 128 + u] = tile[get_local_id(0)][get_local_id(1) + j];
}

// The pitch is used in one place only: all that is read there was written in one piece.
__kernel void filled(__global float *out) {
  __local float tile[1024];
  for (int i = get_local_id(1) * 32 + get_local_id(0); i < 1024; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * 32 + get_local_id(0)] = tile[32 * get_local_id(0) + get_local_id(1)];
}
