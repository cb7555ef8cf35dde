// expect: assertion
//--local_size=64 --num_groups=4
// Twin: the annotation is true, but not preserved by a round that begins in any state in which it holds.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  int q = g;
  for (int i = 0;
       __invariant(__write_implies(b, __write_offset_bytes(b) / sizeof(int) == q)), /*@assert*/
       i < n; ++i) {
    b[g] = i;
    q = 3 * q - 2 * g;
  }
}
