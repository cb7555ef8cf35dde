// expect: unsupported
//--local_size=64 --num_groups=4
// It may not speak of what the function changes.
kernel void k(global int *a, int n) {
  int i;
  for (i = 0; i < n; ++i)
    a[get_global_id(0)] = i;
  __function_wide_invariant(i >= 0);
}
