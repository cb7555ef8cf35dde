// expect: verified
//--local_size=64 --num_groups=4
// What a thread has written depends on its way.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  if (l < 32)
    t[l] = 1;
  __assert(__write_implies(t, __write_offset_bytes(t) / 4 < 32));
  __assert(__implies(__write(t), l < 32));
}
