// expect: assertion
//--local_size=2 --num_groups=4
// The first alone.

kernel void k(global int *out, global const int *in) {
  __ensures(get_local_id(0) != 0 || out[get_group_id(0)] == in[2 * get_group_id(0)] + in[2 * get_group_id(0) + 1]); /*@assert*/
  local int s[2];
  int t = get_local_id(0);
  s[t] = in[get_global_id(0)];
  __barrier_invariant_2(s[get_local_id(0)] == in[2 * get_group_id(0) + get_local_id(0)], 0, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0)
    out[get_group_id(0)] = s[0] + s[0];
}
