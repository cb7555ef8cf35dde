// expect: assertion
//--local_size=64 --num_groups=4
// Twin: those that have not come to the loop have written elsewhere.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  if (l < 32) {
    for (int i = 0; __global_invariant(__write_implies(b, __write_offset_bytes(b) / sizeof(int) == g)), /*@assert*/
         i < n; ++i)
      b[g] = i;
  } else {
    b[g + 256] = 1;
  }
}
