// expect: verified
//--local_size=64 --num_groups=1
// Of threads that have come to the loop, those that wait behind it among them.
kernel void k(global int *a, int n) {
  int l = get_local_id(0);
  if (l < 32)
    for (int i = 0; __global_invariant(__implies(__dominator_enabled(), l < 32)), i < l; ++i)
      a[l] = i;
}
