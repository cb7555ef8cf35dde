// expect: verified
//--local_size=64 --num_groups=4
// Where the thread may have written since the last barrier.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  for (int i = 0;
       __invariant(__write_implies(b, __write_offset_bytes(b) / sizeof(int) == g)),
       i < n; ++i) {
    b[g] = i;
  }
}
