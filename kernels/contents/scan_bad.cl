// expect: assertion
//--local_size=4 --num_groups=4
// The second step adds the cell before, not the one before that.

#define AT(i) in[4 * get_group_id(0) + (i)]
#define L get_local_id(0)
kernel void k(global int *out, global const int *in) {
  __ensures(out[get_global_id(0)] == /*@assert*/
            AT(0) + (L > 0 ? AT(1) : 0) + (L > 1 ? AT(2) : 0) + (L > 2 ? AT(3) : 0));
  local int s[4], r[4];
  int t = get_local_id(0);
  s[t] = in[get_global_id(0)];
  __barrier_invariant_2(s[L] == AT(L), t, t - 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  r[t] = s[t] + (t > 0 ? s[t - 1] : 0);
  __barrier_invariant_2(r[L] == AT(L) + (L > 0 ? AT(L - 1) : 0), t, t - 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = r[t] + (t > 1 ? r[t - 1] : 0);
}
