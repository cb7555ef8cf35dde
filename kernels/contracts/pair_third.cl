// expect: verified
//--local_size=64 --num_groups=4
// Each of the two has read the cell, so that nobody writes it.
kernel void pair_third(global int *out) {
  local int a[64];
  int t = get_local_id(0);
  a[t] = t;
  __barrier_invariant_1(a[get_local_id(0)] == get_local_id(0), 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  __read_permission(int, a[0]);
  if (t > 0)
    out[get_global_id(0)] = a[0];
  __barrier_invariant_binary_1(__implies(get_local_id(0) != 0 & __other_int(get_local_id(0)) != 0, a[0] == 0), 1, 2);
  barrier(CLK_LOCAL_MEM_FENCE);
}
