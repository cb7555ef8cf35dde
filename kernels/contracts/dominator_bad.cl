// expect: assertion
//--local_size=64 --num_groups=1
// Twin: one of them.
kernel void k(global int *a, int n) {
  int l = get_local_id(0);
  if (l < 32)
    for (int i = 0; __global_invariant(__implies(__dominator_enabled(), l < 31)), i < l; ++i) /*@assert*/
      a[l] = i;
}
