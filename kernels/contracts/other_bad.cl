// expect: assertion
//--local_size=64 --num_groups=1
// Twin: it may have any other.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  __assert(__implies(l == 4, __other_int(l) != 5)); /*@assert*/
}
