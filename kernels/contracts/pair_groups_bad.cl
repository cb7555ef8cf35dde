// expect: assertion
//--local_size=64 --num_groups=4
// What threads of a group say says nothing of other pairs.
kernel void pair_groups(global int *out) {
  local int a[64];
  int t = get_local_id(0);
  a[t] = t;
  __barrier_invariant_binary_1(__same_group, get_local_id(0), __other_int(get_local_id(0)));
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[t];
  __assert(__implies(!__same_group, __distinct_int(get_local_id(0))));
}
