// expect: assertion
//--local_size=64 --num_groups=4
// A cell that neither of the two has accessed: a third thread may have written it.
kernel void pair_third() {
  local int a[64];
  int t = get_local_id(0);
  a[t] = t;
  __barrier_invariant_1(a[get_local_id(0)] == get_local_id(0), 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[t] = t + 1;
  __barrier_invariant_binary_1(__implies(get_local_id(0) != 0 & __other_int(get_local_id(0)) != 0, a[0] == 0), 1, 2);
  barrier(CLK_LOCAL_MEM_FENCE);
}
