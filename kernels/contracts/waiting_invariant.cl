// expect: verified
//--local_size=64 --num_groups=1
// An invariant of threads that are in the loop, and of those that have not come.
kernel void k(global int *a, int n) {
  int l = get_local_id(0), x = 0;
  if (l < 32) {
    x = 1;
    for (int i = 0; __global_invariant(x == (l < 32)), i < n; ++i)
      a[l] = i;
  }
  a[l] = x;
}
