// expect: race
//--local_size=64 --num_groups=4
// A true annotation hides no race.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  t[l / 2] = l; /*@race*/
  __assert(__write_implies(t, __write_offset_bytes(t) / 4 == l / 2));
}
