// expect: verified
//--local_size=64 --num_groups=4
// A read that the thread has surely made, or not.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  for (int i = 0;
       __invariant(__implies(__read(a), i > 0)),
       i < n; ++i) {
    b[g] = a[g];
  }
}
