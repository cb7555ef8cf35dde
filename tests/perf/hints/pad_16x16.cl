// Two rows of a block in a warp: a pitch of 17 is no better for columns than for rows.
//--local_size=[16,16] --num_groups=1

__kernel void seventeen(__global const float *in, __global float *out) {
  __local float tile[16][17];
  const int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[16 * y + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[16 * y + x] = tile[x][y]; /*@hint pad tile_18*/
}

__kernel void eighteen(__global const float *in, __global float *out) {
  __local float tile[16][18];
  const int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[16 * y + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[16 * y + x] = tile[x][y];
}
