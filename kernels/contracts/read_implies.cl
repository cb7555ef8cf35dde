// expect: verified
//--local_size=64 --num_groups=4
// Where the thread may have read since the last barrier.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  int s = 0;
  for (int i = 0;
       __invariant(__read_implies(a, __read_offset_bytes(a) / sizeof(int) == g)),
       i < n; ++i) {
    s += a[g];
  }
  a[g] = s;
}
