// expect: verified
//--local_size=64 --num_groups=1
// The value that the other thread has.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  __assert(__implies(l == 4, __other_int(l) != 4));
  __assert(__other_bool(l < 64));
  __assert(__all(l < 64));
  __assert(__exclusive(l == 4));
}
