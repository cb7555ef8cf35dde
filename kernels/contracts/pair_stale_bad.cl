// expect: assertion
//--local_size=64 --num_groups=4
// Of what the two have accessed before the barrier nothing is known in front of the next one.
kernel void pair_stale() {
  local int a[64];
  int t = get_local_id(0);
  a[t] = t;
  __barrier_invariant_binary_1(a[get_local_id(0)] != a[__other_int(get_local_id(0))], get_local_id(0),
                               __other_int(get_local_id(0)));
  barrier(CLK_LOCAL_MEM_FENCE);
  a[(t + 32) % 64] = 7;
  __barrier_invariant_binary_1(__implies(__other_int(get_local_id(0)) == get_local_id(0) + 1,
                                         a[get_local_id(0)] != a[__other_int(get_local_id(0))]),
                               0, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
}
