// expect: verified
//--local_size=64 --num_groups=1
// Of all threads, also of those that have not come.
kernel void k(global int *a, int n) {
  int l = get_local_id(0), x = 0;
  if (l < 32) {
    x = n;
    __global_assert(x == (__enabled() ? n : 0));
  }
  a[l] = x;
}
