// expect: assertion
//--local_size=64 --num_groups=4
// Twin: threads of different groups have the same local id.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  __assert(__exclusive(l == 4)); /*@assert*/
}
