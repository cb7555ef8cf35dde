// expect: assertion
//--local_size=64 --num_groups=1
// Twin: of three threads two agree.
kernel void k(global int *a, int n) {
  int l = get_local_id(0);
  __assert(__distinct_bool(l > 3)); /*@assert*/
  a[l] = n;
}
