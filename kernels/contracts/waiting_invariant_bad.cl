// expect: assertion
//--local_size=64 --num_groups=1
// Twin: those that have not come hold 0.
kernel void k(global int *a, int n) {
  int l = get_local_id(0), x = 0;
  if (l < 32) {
    x = 1;
    for (int i = 0; __global_invariant(x == 1), i < n; ++i) /*@assert*/
      a[l] = i;
  }
  a[l] = x;
}
