// expect: assertion
//--local_size=64 --num_groups=1
// Twin: both may be high.
kernel void k(global int *a, int n) {
  int l = get_local_id(0);
  __assert((l < 32) | __other_bool(l < 32)); /*@assert*/
  a[l] = n;
}
