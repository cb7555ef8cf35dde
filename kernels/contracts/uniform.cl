// expect: verified
//--local_size=64 --num_groups=4
// Both threads of a pair are in the same round.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  for (int i = 0;
       __invariant(__uniform_int(i)), __invariant(__uniform_bool(__enabled())),
       i < n; ++i) {
    t[l] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
