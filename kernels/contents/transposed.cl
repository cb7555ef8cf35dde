// expect: verified
//--local_size=16 --num_groups=4
// out[i][j] == in[j][i] of a tile of 4 x 4, by way of group memory.

kernel void k(global int *out, global const int *in) {
  local int tile[16];
  int t = get_local_id(0), base = 16 * get_group_id(0);
  tile[t] = in[base + t];
  __barrier_invariant_1(tile[get_local_id(0)] == in[16 * get_group_id(0) + get_local_id(0)], t % 4 * 4 + t / 4);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + t] = tile[t % 4 * 4 + t / 4];
  __assert(out[base + t] == in[base + t % 4 * 4 + t / 4]);
}
