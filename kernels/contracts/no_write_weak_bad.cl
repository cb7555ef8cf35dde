// expect: assertion
//--local_size=64 --num_groups=4
// Twin: the annotation is true, but not preserved by a round that begins in any state in which it holds.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  int q = n;
  for (int i = 0;
       __invariant(__no_write(t)), /*@assert*/
       i < n; ++i) {
    if (q != n)
      t[l] = i;
    q = 3 * q - 2 * n;
  }
  t[l] = 1;
}
