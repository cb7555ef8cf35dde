// expect: assertion
//--local_size=64 --num_groups=1
// Twin: those that have not come hold 0.
kernel void k(global int *a, int n) {
  int l = get_local_id(0), x = 0;
  if (l < 32) {
    x = n;
    __global_assert(x == n); /*@assert*/
  }
  a[l] = x;
}
