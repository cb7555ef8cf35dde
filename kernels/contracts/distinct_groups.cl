// expect: verified
//--local_size=64 --num_groups=4
// Within a group local ids differ, and all global ids do.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  __assert(__implies(__same_group, __distinct_int(l)));
  __assert(__distinct_int(g));
}
