// expect: verified
//--local_size=64 --num_groups=4
// Threads of one group have different places.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  for (int i = g;
       __invariant(__implies(__same_group & __uniform_bool(__enabled()), __distinct_int(i))),
       i < n; i += 256) {
    b[i] = i;
  }
}
