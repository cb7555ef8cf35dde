// expect: verified
//--local_size=64 --num_groups=4
// Logs of threads in the loop and of those that wait for them.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  for (int i = 0;
       __global_invariant(__write_implies(b, __write_offset_bytes(b) / sizeof(int) == g)),
       i < l; ++i) {
    b[g] = i;
  }
}
