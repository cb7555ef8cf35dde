// expect: race
//--local_size=[16,16] --num_groups=[2,2]
// Rows are too short: tile[y][15] and tile[y + 1][0] are one place.

__kernel void local_2d(__global const int *in, __global int *out) {
  __local int tile[16 * 15 + 1];
  const int x = get_local_id(0), y = get_local_id(1);
  const int i = get_global_id(1) * 32 + get_global_id(0);
  tile[y * 15 + x] = in[i] + x; /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[x * 15 + y];
}
