// expect: unsupported
//--local_size=64 --num_groups=4
// It stands at the end of the function.
kernel void k(global int *a, int n) {
  __function_wide_invariant(n >= 0);
  for (int i = 0; i < n; ++i)
    a[get_global_id(0)] = i;
}
