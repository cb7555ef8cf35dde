// expect: assertion
//--local_size=64 --num_groups=4
// The middle twice.

kernel void k(global int *out, global const int *in) {
  __ensures(get_local_id(0) == 0 || get_local_id(0) == 63 || /*@assert*/
            out[get_global_id(0)] == in[get_global_id(0) - 1] + in[get_global_id(0) + 1]);
  local int tile[64];
  int t = get_local_id(0);
  tile[t] = in[get_global_id(0)];
  __barrier_invariant_2(tile[get_local_id(0)] == in[64 * get_group_id(0) + get_local_id(0)], t - 1, t + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t > 0 && t < 63)
    out[get_global_id(0)] = tile[t] + tile[t];
}
