// expect: unsupported
//--local_size=64 --num_groups=1
// What is known at the end only.
int f(global int *a, int n) {
  for (int i = 0; i < n; ++i)
    a[get_local_id(0)] = i;
  __function_wide_invariant(__return_val_int() == __old_int(n));
  return n;
}
kernel void k(global int *a, int n) { a[get_local_id(0)] = f(a, n); }
