// expect: assertion
//--local_size=64 --num_groups=4
// Twin: of the other ones nothing is written, of these it may be.
kernel void k(global int *a, global int *b, int n) {
  local int t[64];
  int l = get_local_id(0), g = get_global_id(0);
  if (l < 32)
    t[l] = 1;
  __assert(__implies(__write(t), l >= 32)); /*@assert*/
}
