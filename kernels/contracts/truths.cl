// expect: verified
//--local_size=64 --num_groups=1
// Truth values of results, on entry, and of two threads; contracts about all threads.
bool above(int x) {
  __global_requires(x >= 0);
  __ensures(__return_val_bool() == __old_bool(x > 3));
  __global_ensures(__return_val_bool() == (x > 3));
  bool out = x > 3;
  x = 0;
  return out;
}
kernel void k(global int *a, int n) {
  int l = get_local_id(0);
  __global_requires(n >= 0);
  __global_assume(n < 1000);
  bool low = l < 32, first = l == 0;
  __assert(__uniform_bool(n > 3));
  __assert(__implies(__distinct_bool(low), low | __other_bool(low)));
  __global_assert(__exclusive(first));
  __global_assert(n < 1000);
  a[l] = above(n);
}
