// expect: assertion
//--local_size=64 --num_groups=4
// Not all are below.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  __assert(__all(l < 63)); /*@assert*/
}
