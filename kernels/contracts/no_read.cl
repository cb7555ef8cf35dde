// expect: verified
//--local_size=64 --num_groups=4
// A barrier empties the log of reads.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  t[l] = g;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0;
       __invariant(__no_read(t)),
       i < n; ++i) {
    b[g] = t[l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
