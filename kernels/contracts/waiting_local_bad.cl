// expect: assertion
//--local_size=64 --num_groups=1
// Twin: it is said to hold what it will hold, or would.
kernel void k(global int *a) {
  int l = get_local_id(0), x = 0;
  if (l < 32) {
    x = 1;
    __assert(__other_int(x) == 1); /*@assert*/
  }
  a[l] = x;
}
